import pino from "pino";
import { env } from "#server/config/env.ts";
import { loggedError } from "./log-error.ts";
import { lineFor } from "./log-line.ts";

/** Names under which secrets travel: never written, down to two levels. */
const secretKeys = [
  "authorization",
  "cookie",
  "set-cookie",
  "x-webhook-secret",
  "x-hub-signature-256",
  "password",
  "passwordHash",
  "secret",
  "token",
  "accessToken",
  "apiKey",
  "customHeaders",
  "connectionString",
];

const paths = secretKeys.flatMap((key) => [`["${key}"]`, `*["${key}"]`, `*.*["${key}"]`]);

/** Where entries go: the error stream, so that what a command prints stays clean. */
function destination(): pino.DestinationStream {
  const stream = pino.destination({ fd: 2, sync: true });
  if (!process.stderr.isTTY) return stream;
  return { write: (entry) => stream.write(lineFor(entry)) };
}

/** One line of JSON per entry; a readable line at a terminal. Untrusted text is data in fields, never the message. */
export const log = pino(
  {
    level: env.logLevel,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths, censor: "[hidden]" },
    serializers: { error: loggedError, err: loggedError },
    formatters: { level: (label) => ({ level: label }) },
  },
  destination(),
);
