"""What callers were promised: the stored schemas of each tool, and what a change of them breaks.

For the developer's commands and the start of a server; no call passes through here.
"""
