# A receiver that believes only what Parley signed: WEBHOOK_SECRET=whsec_… python3 webhook.py
# While the secret changes, both: WEBHOOK_SECRET=whsec_new,whsec_old
import hashlib
import hmac
import json
import os
import re
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRETS = [secret.encode() for secret in os.environ["WEBHOOK_SECRET"].split(",") if secret]
TOLERANCE_SECONDS = 300
# Kept in a database by a real receiver: an event may come twice.
seen = set()


def is_signed(body: bytes, header: str) -> bool:
    """X-Webhook-Signature: t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<raw body>">"""
    match = re.fullmatch(r"t=([0-9]{1,12}),v1=([0-9a-f]{64})", header)
    if not match or abs(time.time() - int(match[1])) > TOLERANCE_SECONDS:
        return False
    signed = match[1].encode() + b"." + body
    return any(
        hmac.compare_digest(hmac.new(secret, signed, hashlib.sha256).hexdigest(), match[2]) for secret in SECRETS
    )


class Receiver(BaseHTTPRequestHandler):
    # Seconds: whoever connects and says nothing holds nobody up.
    timeout = 10

    def do_POST(self):
        length = self.headers.get("Content-Length", "0")
        # The bytes as they came: parsed and written anew they may differ.
        body = self.rfile.read(int(length)) if re.fullmatch("[0-9]{1,8}", length) else b""
        signed = is_signed(body, self.headers.get("X-Webhook-Signature", ""))
        # Answer first, work later: Parley waits ten seconds.
        self.send_response(204 if signed else 401)
        self.end_headers()
        event_id = self.headers.get("X-Webhook-Event-Id", "")
        if not signed or event_id in seen:
            return
        seen.add(event_id)
        delivery = json.loads(body)
        print(f"verified {delivery['event']} {event_id}: {delivery['data'].get('id')}", flush=True)

    def log_message(self, *_):
        pass


port = int(os.environ.get("PORT", 4010))
server = ThreadingHTTPServer(("127.0.0.1", port), Receiver)
print(f"Receiving at http://127.0.0.1:{port}/", flush=True)
server.serve_forever()
