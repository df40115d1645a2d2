import { isRecord } from "#components/live/records.ts";
import { readText, writeText } from "#components/live/storage.ts";
import { wholeStep } from "./blank-step.ts";
import type { Nodes } from "./flow-edits.ts";

/** Changes of a draft that have not reached the server yet, kept in this browser. */
export type StoredDraft = {
  /** The published version that it began from. */
  base: number;
  /** The revision on the server that it was made on. */
  revision: number;
  savedAt: number;
  nodes: Nodes;
};

const keyOf = (userId: string, chatbotId: string) => `parley:flow:${userId}:${chatbotId}` as const;

/** The changes left behind; undefined where they no longer read as a flow. */
export function readDraft(userId: string, chatbotId: string): StoredDraft | undefined {
  const text = readText("local", keyOf(userId, chatbotId));
  if (text === null) return undefined;
  try {
    return draftOf(JSON.parse(text));
  } catch {
    return undefined;
  }
}

type Step = { id: number; internal_name: string };

const isStep = (one: unknown): one is Step =>
  isRecord(one) && Number.isInteger(one.id) && typeof one.internal_name === "string";

function draftOf(read: unknown): StoredDraft | undefined {
  if (!isRecord(read) || !Array.isArray(read.nodes) || !read.nodes.every(isStep)) return undefined;
  const { base, revision = 0, savedAt } = read;
  if (typeof base !== "number" || typeof revision !== "number" || typeof savedAt !== "number") return undefined;
  return { base, revision, savedAt, nodes: read.nodes.map(wholeStep) };
}

/** Whether the browser has kept it; a full or forbidden storage has not. */
export function writeDraft(userId: string, chatbotId: string, draft: StoredDraft | undefined): boolean {
  const text = draft ? JSON.stringify(draft) : null;
  writeText("local", keyOf(userId, chatbotId), text);
  return readText("local", keyOf(userId, chatbotId)) === text;
}
