"""Receives webhooks: WEBHOOK_SECRET=whsec_... API_KEY=KEY PORT=4000 python3 receive.py http://localhost:3000/v1/assets/1/multifamily copy.json"""

import base64
import hashlib
import hmac
import json
import os
import re
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock
from urllib.error import HTTPError
from urllib.request import Request, urlopen

api, file = sys.argv[1:]
asset = re.search(r"/assets/(\d+)/", api)[1]
secret = base64.b64decode(os.environ["WEBHOOK_SECRET"].removeprefix("whsec_"))
lock = Lock()  # one event after the other, so that a value that was read earlier never replaces a later one


def get(path):
    url = path if path.startswith("http") else api + path
    with urlopen(Request(url, headers={"API-Key": os.environ["API_KEY"]}), timeout=10) as response:
        return json.load(response)


def every(path):
    url = f"{path}?per-page=1000"
    while url:
        page = get(url)
        yield from page["data"]
        url = page["paging"].get("next_url")


def read_prices(process):
    priced = [unit for unit in every(f"/pricing/{process}/units") if unit["price"] is not None]
    state["prices"][process] = {unit["id"]: unit["price"] for unit in priced}


def apply(event):
    """Events only say what changed: this reads the current values."""
    if event.get("asset_id") != asset:
        return  # another one, or a ping
    data = event["data"]
    if event["type"].startswith("unit."):
        try:
            state["units"][data["id"]] = get(f"/units/{data['id']}")
        except HTTPError as error:
            if error.code != 404:
                raise
            state["units"].pop(data["id"], None)
    if event["type"] == "pricing.published" or event["type"].startswith("pricing_unit."):
        read_prices(data["process_id"])


def save():
    with open(f"{file}.new", "w", encoding="utf-8") as new:
        json.dump(state, new)
    os.replace(f"{file}.new", file)  # in one step: a file that is cut off would be worse than an old one


def is_signed(headers, body):
    sent = headers.get("webhook-timestamp", "")
    if not sent.isdigit() or abs(time.time() - int(sent)) > 300:
        return False  # an old request, sent again by somebody else
    signed = f"{headers.get('webhook-id')}.{sent}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(secret, signed, hashlib.sha256).digest()).decode()
    return any(hmac.compare_digest(expected, each) for each in headers.get("webhook-signature", "").split(" "))


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.send_response(self.answer(body))
        self.end_headers()

    def answer(self, body):
        if not is_signed(self.headers, body):
            return 401
        try:
            with lock:
                apply(json.loads(body))
                save()
            return 204  # only now: what is not stored is sent again
        except Exception as error:
            print(error, file=sys.stderr)
            return 500


if os.path.exists(file):
    with open(file, encoding="utf-8") as stored:
        state = json.load(stored)
else:
    state = {"units": {}, "prices": {}}
    state["units"] = {unit["id"]: unit for unit in every("/units")}
    for process in every("/pricing"):
        read_prices(process["id"])
    save()
ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "4000"))), Receiver).serve_forever()
