"""A relation as a file: CSV, JSON or Parquet. What the feed has not told is empty in CSV, null in the others."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Mapping
from importlib import import_module

import msgspec

from pitwall.relations.table import Table
from toolgate.errors import InputError

MISSING = "Parquet needs pyarrow: install it, or write .csv or .json"


class FormatError(InputError, ValueError):
    """The table cannot be written so. The message is one line that says what to do."""


def to_csv(table: Table) -> bytes:
    """A header and a line for each row."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    names = [field.name for field in table.relation.fields]
    writer.writerow(names)
    writer.writerows([_cell(row[name]) for name in names] for row in table.rows)
    return text.getvalue().encode()


def to_json(table: Table) -> bytes:
    """`{"relation", "carried", "fields": [{name, type, unit, of}], "rows": [...]}`."""
    fields = [field._asdict() for field in table.relation.fields]
    told = {"relation": table.relation.name, "carried": table.carried, "fields": fields, "rows": table.to_json()}
    return msgspec.json.encode(told) + b"\n"


def to_parquet(table: Table) -> bytes:
    """Typed columns; FormatError where pyarrow is not installed."""
    try:
        parquet = import_module("pyarrow.parquet")
    except ImportError:
        raise FormatError(MISSING) from None
    sink = io.BytesIO()
    parquet.write_table(table.to_arrow(), sink)
    return sink.getvalue()


FORMATS: Mapping[str, Callable[[Table], bytes]] = {".csv": to_csv, ".json": to_json, ".parquet": to_parquet}


def _cell(value: object) -> object:
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else value
