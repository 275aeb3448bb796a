"""Publishes a file of prices, and only what was previewed: API_KEY=... python3 push.py PROCESS_URL FILE"""

import json
import os
import sys
import uuid
from urllib.error import HTTPError
from urllib.request import Request, urlopen

url, file = sys.argv[1:]
with open(file, "rb") as opened:
    body = opened.read()


def ingest(query, **more):
    headers = {"API-Key": os.environ["API_KEY"], "Content-Type": "application/json", **more}
    try:
        with urlopen(Request(f"{url}/ingest?{query}", data=body, headers=headers)) as response:
            return json.load(response)["report"]
    except HTTPError as error:
        answer = json.load(error)
        sys.exit(f"{error.code} {answer['code']}: {answer['message']}")


preview = ingest("commit=1&dry-run=1")
print("Would change:", json.dumps(preview["totals"]))
if preview["outcome"] == "refused":
    sys.exit("The guard of the process would refuse these prices")
report = ingest(
    "commit=1",
    **{
        "If-Match": f'"{preview["compared_with"] or 0}"',
        "Idempotency-Key": str(uuid.uuid4()),  # the same for each repetition, when no answer comes
    },
)
print(f"Publication {report['publication']} is live")
