import { readdirSync, readFileSync } from "node:fs";

/** The guides in the order in which they are read; `assistants` is a page of its own. */
export const guideNames = [
  "quick-start",
  "authentication",
  "pagination",
  "errors",
  "rate-limits",
  "idempotency",
  "webhooks",
  "event-feed",
  "bot",
  "fulfillment",
  "widget",
  "sdk",
  "n8n",
  "versioning",
  "changelog",
] as const;

export type GuideName = (typeof guideNames)[number];

const here = (name: string) => new URL(name, import.meta.url);
const kept = new Map<string, string>();

function text(place: string): string {
  const known = kept.get(place);
  if (known !== undefined) return known;
  const found = readFileSync(here(place), "utf8");
  kept.set(place, found);
  return found;
}

export const isGuide = (name: string): name is GuideName => (guideNames as readonly string[]).includes(name);

export const guideText = (name: GuideName): string => text(`text/${name}.md`);

/** The first line of a guide. */
export function guideTitle(name: GuideName): string {
  return guideText(name).split("\n", 1)[0]?.replace(/^# /, "") ?? name;
}

/** The programs that guides show, which the server hands out as they are. */
export const sampleNames: readonly string[] = readdirSync(here("samples")).sort();

/** Undefined: there is no such sample. */
export const sampleText = (name: string): string | undefined =>
  sampleNames.includes(name) ? text(`samples/${name}`) : undefined;
