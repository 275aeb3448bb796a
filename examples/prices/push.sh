#!/bin/sh
# Publishes a file of prices, and only what was previewed: API_KEY=... sh push.sh PROCESS_URL FILE
set -eu

ingest() {
  query=$1
  shift
  curl --fail-with-body -s "$URL/ingest?$query" -H "API-Key: $API_KEY" -H "Content-Type: application/json" --data-binary "@$FILE" "$@"
}
number() { sed -n "s/.*\"$1\":\([0-9][0-9]*\).*/\1/p"; }

URL=$1 FILE=$2
preview=$(ingest "commit=1&dry-run=1") || { echo "$preview" >&2; exit 1; }
echo "Would change: $preview"
case $preview in *'"outcome":"refused"'*) echo "The guard of the process would refuse these prices" >&2; exit 1 ;; esac
compared_with=$(echo "$preview" | number compared_with)
report=$(ingest "commit=1" -H "If-Match: \"${compared_with:-0}\"") || { echo "$report" >&2; exit 1; }
echo "Publication $(echo "$report" | number publication) is live"
