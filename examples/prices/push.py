"""Publishes a file of prices, and only what was previewed: API_KEY=... python3 push.py PROCESS_URL FILE"""

import json
import os
import sys
import uuid
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

url, file = sys.argv[1:]
try:
    with open(file, "rb") as opened:
        body = opened.read()
except OSError as error:
    sys.exit(str(error))
override = "&override=guard" if os.environ.get("OVERRIDE") == "guard" else ""


def ingest(query, more=()):
    headers = {"API-Key": os.environ.get("API_KEY", ""), "Content-Type": "application/json", **dict(more)}
    try:
        with urlopen(Request(f"{url}/ingest?commit=1{override}{query}", data=body, headers=headers)) as response:
            return json.load(response)["report"]
    except HTTPError as error:
        answer = json.load(error)
        sys.exit(f"{error.code} {answer['code']}: {answer['message']}")
    except URLError as error:
        sys.exit(f"{url} cannot be reached: {error.reason}")


preview = ingest("&dry-run=1")
print("Preview:", ", ".join(f"{name} {count}" for name, count in preview["totals"].items() if count))
if preview["outcome"] == "refused":
    exceeded = ", ".join(f"{each['limit']} ({each['entries']} entries)" for each in preview["guard"]["exceeded"])
    sys.exit(
        f"The guard refuses these prices, which exceed {exceeded}. Nothing was published.\n"
        "Correct the file. If the change is intended, run this again with OVERRIDE=guard."
    )
report = ingest(
    "",
    {
        "If-Match": f'"{preview["compared_with"] or 0}"',
        "Idempotency-Key": str(uuid.uuid4()),  # repeat the request with the same key until it is answered
    },
)
if report["outcome"] == "unchanged":
    print(f"Nothing changed: publication {report['publication']} stays live")
else:
    print(f"Publication {report['publication']} is live")
