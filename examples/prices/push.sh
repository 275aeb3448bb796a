#!/bin/sh
# Publishes a file of prices, and only what was previewed: API_KEY=... sh push.sh PROCESS_URL FILE
set -eu

fail() { echo "$1" >&2; exit 1; }
number() { sed -n "s/.*\"$1\":\([0-9][0-9]*\).*/\1/p"; }
ingest() {
  query="commit=1$1"
  shift
  [ "${OVERRIDE:-}" != guard ] || query="$query&override=guard"
  curl --fail-with-body -sS "$URL/ingest?$query" -H "API-Key: $API_KEY" -H "Content-Type: application/json" --data-binary "@$FILE" "$@"
}

URL=$1 FILE=$2
[ -r "$FILE" ] || fail "$FILE cannot be read"
preview=$(ingest "&dry-run=1") || fail "$preview"
totals=$(echo "$preview" | sed -n 's/.*"totals":{\([^}]*\)}.*/\1/p' | tr ',:' '\n ' | tr -d '"' | sed '/ 0$/d' | paste -s -d , -)
echo "Preview: $totals"
case $preview in *'"outcome":"refused"'*)
  limits=$(echo "$preview" | grep -o '"limit":"[a-z_]*","value":[^,]*,"entries":[0-9]*' | sed 's/.*"limit":"\([a-z_]*\)".*:\(.*\)/\1 (\2 entries)/' | paste -s -d , -)
  fail "The guard refuses these prices, which exceed $limits. Nothing was published.
Correct the file. If the change is intended, run this again with OVERRIDE=guard." ;;
esac
compared_with=$(echo "$preview" | number compared_with)
report=$(ingest "" -H "If-Match: \"${compared_with:-0}\"") || fail "$report"
publication=$(echo "$report" | number publication)
case $report in
  *'"outcome":"unchanged"'*) echo "Nothing changed: publication $publication stays live" ;;
  *) echo "Publication $publication is live" ;;
esac
