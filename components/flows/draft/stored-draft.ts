import { z } from "zod";
import { readText, writeText } from "#components/live/storage.ts";
import { questionNodeSchema } from "#server/chatbots/schema.ts";
import type { Nodes } from "./flow-edits.ts";

/** Changes of a draft that have not reached the server yet, kept in this browser. */
const storedDraftSchema = z.object({
  /** The published version that it began from. */
  base: z.int(),
  /** The revision on the server that it was made on. */
  revision: z.int().default(0),
  savedAt: z.number(),
  nodes: z.array(questionNodeSchema.or(z.looseObject({ id: z.int(), internal_name: z.string() }))),
});

export type StoredDraft = { base: number; revision: number; savedAt: number; nodes: Nodes };

const keyOf = (userId: string, chatbotId: string) => `parley:flow:${userId}:${chatbotId}` as const;

const blank = questionNodeSchema.parse({ id: 0, internal_name: "blank" });

/**
 * While someone types, a field may be too long or hold half an address: it is kept and shown as a fault. Valid nodes
 * get their fields in the order of published steps, because a step from the database would otherwise seem changed.
 */
export function wholeNodes(nodes: readonly { id: number; internal_name: string }[]): Nodes {
  return nodes.map((node) => questionNodeSchema.safeParse(node).data ?? { ...blank, ...node });
}

/** The changes left behind; undefined where they no longer read as a flow. */
export function readDraft(userId: string, chatbotId: string): StoredDraft | undefined {
  const text = readText("local", keyOf(userId, chatbotId));
  if (text === null) return undefined;
  try {
    const { nodes, ...rest } = storedDraftSchema.parse(JSON.parse(text));
    return { ...rest, nodes: wholeNodes(nodes) };
  } catch {
    return undefined;
  }
}

/** Whether the browser has kept it; a full or forbidden storage has not. */
export function writeDraft(userId: string, chatbotId: string, draft: StoredDraft | undefined): boolean {
  const text = draft ? JSON.stringify(draft) : null;
  writeText("local", keyOf(userId, chatbotId), text);
  return readText("local", keyOf(userId, chatbotId)) === text;
}
