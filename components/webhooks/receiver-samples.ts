import { shellQuoted } from "./shell.ts";

/** What a sample is filled with: the company's own ids, and the events the webhook asks for. */
export type SampleFacts = {
  webhookId: string;
  companyId: string;
  /** A channel's id, or "*". */
  websiteId: string;
  url: string;
  eventTypes: readonly string[];
  signed: boolean;
  /** The secret where it is known, else a placeholder. */
  secret: string;
};

export const sampleLanguages = ["typescript", "python", "php", "curl"] as const;
export type SampleLanguage = (typeof sampleLanguages)[number];

export const secretPlaceholder = "whsec_YOUR_SECRET";

const makers: Record<SampleLanguage, (facts: SampleFacts) => string> = {
  typescript: typescriptSample,
  python: pythonSample,
  php: phpSample,
  curl: curlSample,
};

/** A receiver that can be saved and started as it is; the last one calls such a receiver. */
export function receiverSample(language: SampleLanguage, facts: SampleFacts): string {
  return makers[language](facts);
}

/* The address's path, quoted for all three languages by what URLs cannot hold. */
function pathOf(url: string): string {
  try {
    return new URL(url).pathname.replace(/["'\\$]/g, encodeURIComponent);
  } catch {
    return "/";
  }
}

function about(mark: string, { webhookId, companyId, websiteId, eventTypes }: SampleFacts, run: string): string {
  const channel = websiteId === "*" ? "all channels" : `channel ${websiteId}`;
  return [
    `Receives webhook ${webhookId} of company ${companyId}, ${channel}.`,
    `Events: ${eventTypes.join(", ")}`,
    `Run: ${run}`,
  ]
    .map((line) => `${mark} ${line}`)
    .join("\n");
}

function typescriptSample(facts: SampleFacts): string {
  const signature = `
function signed(header: string, body: string): boolean {
  const [, time = "", mac = ""] = /^t=(\\d+),v1=([0-9a-f]{64})$/.exec(header) ?? [];
  if (Math.abs(Date.now() / 1000 - Number(time)) > 300) return false;
  return same(mac, createHmac("sha256", secret).update(time + "." + body).digest("hex"));
}
`;
  return `${about("//", facts, `WEBHOOK_SECRET=${facts.secret} node receiver.ts`)}
import { ${facts.signed ? "createHmac, " : ""}timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";
import { env } from "node:process";

const secret = env.WEBHOOK_SECRET ?? "";
const seen = new Set<string>(); // keep this in your database

function same(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
${facts.signed ? signature : ""}
createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks).toString();
  const known = secret !== "" && same(String(request.headers["x-webhook-secret"]), secret);
  if (request.url !== "${pathOf(facts.url)}" || !known${facts.signed ? ' || !signed(String(request.headers["x-webhook-signature"]), body)' : ""}) {
    response.writeHead(401).end();
    return;
  }
  response.writeHead(200).end(); // answer first, work afterwards
  const id = String(request.headers["x-webhook-event-id"]);
  if (seen.has(id)) return; // the same event may come more than once
  seen.add(id);
  const { event, data } = JSON.parse(body);
  // Events may overtake each other: their order is that of this number.
  console.log(request.headers["x-webhook-sequence"], event, data);
}).listen(Number(env.PORT ?? 8080));
`;
}

function pythonSample(facts: SampleFacts): string {
  const signature = `

def signed(header, body):
    match = re.fullmatch(r"t=(\\d+),v1=([0-9a-f]{64})", header)
    if not match or abs(time.time() - int(match[1])) > 300:
        return False
    mac = hmac.new(SECRET.encode(), match[1].encode() + b"." + body, hashlib.sha256)
    return hmac.compare_digest(mac.hexdigest(), match[2])
`;
  const check = facts.signed ? ' or not signed(self.headers.get("X-Webhook-Signature", ""), body)' : "";
  return `${about("#", facts, `WEBHOOK_SECRET=${facts.secret} python3 receiver.py`)}
${facts.signed ? "import hashlib\n" : ""}import hmac
import json
import os
${facts.signed ? "import re\nimport time\n" : ""}from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRET = os.environ["WEBHOOK_SECRET"]
seen = set()  # keep this in your database
${facts.signed ? signature : ""}

class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        given = self.headers.get("X-Webhook-Secret", "")
        known = hmac.compare_digest(given.encode(), SECRET.encode())
        if self.path != "${pathOf(facts.url)}" or not known${check}:
            self.send_response(401)
            self.end_headers()
            return
        self.send_response(200)  # answer first, work afterwards
        self.end_headers()
        event_id = self.headers.get("X-Webhook-Event-Id")
        if event_id in seen:  # the same event may come more than once
            return
        seen.add(event_id)
        content = json.loads(body)
        # Events may overtake each other: their order is that of this number.
        print(self.headers.get("X-Webhook-Sequence"), content["event"], content["data"], flush=True)


ThreadingHTTPServer(("", int(os.environ.get("PORT", 8080))), Receiver).serve_forever()
`;
}

function phpSample(facts: SampleFacts): string {
  const signature = `
preg_match('/^t=(\\d+),v1=([0-9a-f]{64})$/', $_SERVER['HTTP_X_WEBHOOK_SIGNATURE'] ?? '', $parts);
$mac = hash_hmac('sha256', ($parts[1] ?? '') . '.' . $body, $secret);
$known = $known && $parts && abs(time() - (int) $parts[1]) <= 300 && hash_equals($mac, $parts[2]);
`;
  return `<?php
${about("//", facts, `WEBHOOK_SECRET=${facts.secret} php -S 0.0.0.0:8080 receiver.php`)}
$secret = getenv('WEBHOOK_SECRET') ?: '';
$body = file_get_contents('php://input');
$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
$known = $secret !== '' && hash_equals($secret, $_SERVER['HTTP_X_WEBHOOK_SECRET'] ?? '');
${facts.signed ? signature : ""}
if ($path !== '${pathOf(facts.url)}' || !$known) {
    http_response_code(401);
    exit;
}
http_response_code(200);
$seen = sys_get_temp_dir() . '/' . hash('sha256', $_SERVER['HTTP_X_WEBHOOK_EVENT_ID'] ?? ''); // keep this in your database
if (!@mkdir($seen)) {
    exit; // the same event may come more than once
}
['event' => $event, 'data' => $data] = json_decode($body, true);
// Events may overtake each other: their order is that of this number.
error_log(($_SERVER['HTTP_X_WEBHOOK_SEQUENCE'] ?? '') . ' ' . $event . ' ' . json_encode($data));
`;
}

function curlSample(facts: SampleFacts): string {
  const event = facts.eventTypes[0] ?? "conversation/message";
  const body = JSON.stringify({
    event,
    timestamp: "2026-01-31T12:00:00.000Z",
    data: {
      id: "00000000-0000-7000-8000-000000000000",
      companyId: facts.companyId,
      websiteId: facts.websiteId === "*" ? "YOUR_CHANNEL_ID" : facts.websiteId,
    },
  });
  const signing = `time=$(date +%s)
mac=$(printf '%s.%s' "$time" "$body" | openssl dgst -sha256 -hmac "$WEBHOOK_SECRET" -r | cut -d ' ' -f 1)
`;
  const signatureHeader = `  -H "X-Webhook-Signature: t=$time,v1=$mac" \\\n`;
  return `# Calls your receiver as a delivery does.
WEBHOOK_SECRET=${shellQuoted(facts.secret)}
body=${shellQuoted(body)}
${facts.signed ? signing : ""}curl -i -X POST "http://localhost:\${PORT:-8080}${pathOf(facts.url)}" \\
  -H "Content-Type: application/json" \\
  -H "X-Webhook-Event: ${event}" \\
  -H "X-Webhook-Event-Id: test-$(date +%s)" \\
  -H "X-Webhook-Sequence: 1" \\
  -H "X-Webhook-Secret: $WEBHOOK_SECRET" \\
${facts.signed ? signatureHeader : ""}  --data-raw "$body"
`;
}
