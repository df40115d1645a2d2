import pino from "pino";
import { env } from "#server/config/env.ts";

/** Names under which secrets travel: never written, at the top or one level down. */
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

/** One line of JSON per entry; short coloured-free lines for a person at a terminal. */
export const log = pino({
  level: env.logLevel,
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
  redact: { paths, censor: "[hidden]" },
  serializers: { error: pino.stdSerializers.err, err: pino.stdSerializers.err, cause: pino.stdSerializers.err },
  formatters: { level: (label) => ({ level: label }) },
});
