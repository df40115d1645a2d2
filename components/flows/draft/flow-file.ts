import { z } from "zod";
import { checkQuestionList, type ListFault } from "#server/chatbots/flow/list-checks.ts";
import { questionNodeSchema } from "#server/chatbots/schema.ts";
import type { Nodes } from "./flow-edits.ts";

/** The file that a flow is exported to: the list itself, as the API takes it. */
export function writeFlowFile(nodes: Nodes): string {
  return `${JSON.stringify(nodes, null, 2)}\n`;
}

export type FlowFileFault = { index: number; field: string; message: string };
export type FlowFile = { nodes: Nodes } | { faults: readonly FlowFileFault[] };

const largest = 512 * 1024;

/* Files of other hands may wrap the list. */
const wrapped = z.union([z.array(z.unknown()), z.object({ question_list: z.array(z.unknown()) })]);

/** Reads an exported flow; nodes without an id get one. Faults name the node by its place in the file, from 0. */
export function readFlowFile(text: string): FlowFile {
  const refused = (message: string) => ({ faults: [{ index: -1, field: "", message }] });
  if (text.length > largest) return refused("The file is larger than 512 KB.");
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return refused("The file is not JSON.");
  }
  const list = wrapped.safeParse(json).data;
  if (!list) return refused("The file holds no list of nodes.");
  const read = z.array(questionNodeSchema).safeParse(withIds(Array.isArray(list) ? list : list.question_list));
  if (!read.success) return { faults: read.error.issues.map(faultOf) };
  const faults: ListFault[] = checkQuestionList(read.data);
  return faults.length > 0 ? { faults } : { nodes: read.data };
}

function withIds(list: readonly unknown[]): unknown[] {
  const ids = list.map((node) => (typeof node === "object" && node !== null ? Reflect.get(node, "id") : undefined));
  let next = ids.reduce<number>((most, id) => (typeof id === "number" ? Math.max(most, id) : most), 0);
  return list.map((node, at) => {
    if (typeof node !== "object" || node === null || typeof ids[at] === "number") return node;
    next += 1;
    return { ...node, id: next };
  });
}

function faultOf({ path, message }: z.core.$ZodIssue): FlowFileFault {
  const [index, ...field] = path;
  return { index: typeof index === "number" ? index : -1, field: field.join("."), message };
}
