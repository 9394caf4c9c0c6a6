#!/bin/sh
# The quick set, and the rows it prints: sh benchmarks/all.sh ARCHIVE [PEER_PYTHON [OTHER_PYTHON]]
# ARCHIVE is path/to/2018_azerbaijan_race; PEER_PYTHON has pydantic-ai-slim and langgraph; OTHER_PYTHON another version.
set -eu
cd "$(dirname "$0")/.."
PYTHON=${PYTHON:-.venv/bin/python}
archive=$1 peer=${2:-} other=${3:-}
run() {
    echo "## $*"
    "$PYTHON" "$@"
    echo
}
date -u
run benchmarks/ask.py "$archive" ${other:+--other "$other"}
run benchmarks/pipeline.py ${peer:+--peer "$peer"}
run benchmarks/validator.py
run benchmarks/executor.py
run benchmarks/tools.py
run benchmarks/views.py
