"""The audit log: exactly one record for each call, chained, redacted, and able to tell when it was tampered with.

    secrets, redact       what may not stand in a record
    tiers, record         what a record holds
    chain, anchors        each record holds the hash of the one before; how far the log had come, in a file of its own
    segments, ending      the files of a log, and where one ends
    lock, logfile, sink   one file for many threads and processes
    compress              rotated segments become gzip
    durability, journal   when a record is on the disk; what happens while none can be written
    snapshot, verify      a log at one moment, and whether it is as it was written
    reading, follow       its records, those that come too
    summary               what it says about the calls

docs/audit.md has the fields and the rules.
"""
