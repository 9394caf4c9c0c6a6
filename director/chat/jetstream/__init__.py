"""A chat that JetStream keeps: a stream of messages, a durable consumer for all responders, and a bucket they share.

streams  what stream, consumer and bucket are called, and how they are made
line     the connection of the moment, waited for where there is none
shelf    the bucket as a shelf
outlet   answers into a stream, each once
pulling  messages out of a stream, until they are settled
"""
