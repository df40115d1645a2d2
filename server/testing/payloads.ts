import { createHmac } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import type { Platform } from "#server/channels/connection/credentials.ts";

/** One kind of webhook as its platform sends it; `source` names the documentation of its shape. */
type Captured = { source: string; payload: unknown };

/** What stands in for `{{name}}` in a payload; a number stays a number where it is the whole text. */
export type Values = Record<string, string | number>;

const folder = path.join(import.meta.dirname, "payloads");

/** The names of all kinds of a platform. */
export function payloadNames(platform: Platform): string[] {
  const files = fs.readdirSync(path.join(folder, platform));
  return files.filter((file) => file.endsWith(".json")).map((file) => file.slice(0, -".json".length));
}

export function captured(platform: Platform, name: string): Captured {
  return JSON.parse(fs.readFileSync(path.join(folder, platform, `${name}.json`), "utf8")) as Captured;
}

function filled(value: unknown, values: Values): unknown {
  if (Array.isArray(value)) return value.map((one) => filled(one, values));
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, filled(one, values)]));
  }
  if (typeof value !== "string") return value;
  const whole = /^\{\{(\w+)\}\}$/.exec(value)?.[1];
  return whole ? known(values, whole) : value.replace(/\{\{(\w+)\}\}/g, (_, name: string) => `${known(values, name)}`);
}

function known(values: Values, name: string): string | number {
  const value = values[name];
  if (value === undefined) throw new Error(`the payload needs a value for ${name}`);
  return value;
}

/** The bytes as the platforms write them: ASCII only, slashes escaped (channels.md 1). */
export function payloadBody(platform: Platform, name: string, values: Values): string {
  return JSON.stringify(filled(captured(platform, name).payload, values))
    .replace(/[\u0080-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .replaceAll("/", "\\/");
}

export function signatureOf(body: string, appSecret: string): string {
  return `sha256=${createHmac("sha256", appSecret).update(body).digest("hex")}`;
}
