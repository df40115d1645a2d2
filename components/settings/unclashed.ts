import type { UseMutationOptions } from "@tanstack/react-query";
import { useState } from "react";
import { type Api, useTRPCClient } from "#components/live/api.ts";
import { isRecord } from "#components/live/records.ts";
import { CallError } from "#components/live/trpc/call-error.ts";

type Row = { id: string };
type Answer = Row | readonly Row[] | { data: readonly Row[] };
type Values = Readonly<Record<string, unknown>>;

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The fields of `sent` that have another value now than when they were read, and not the one that is sent either. */
export function clashesOf(sent: object, read: object, now: object): string[] {
  const [own, before, stored]: [Values, Values, Values] = [{ ...sent }, { ...read }, { ...now }];
  return Object.keys(own).filter(
    (key) => Object.hasOwn(stored, key) && !same(before[key], stored[key]) && !same(own[key], stored[key]),
  );
}

/** Fields whose values are words for people. */
const worded = ["name", "title", "label", "text", "shortcut", "category", "email", "url"];
const longest = 80;

function shown(field: string, value: unknown): string {
  if (typeof value === "number") return String(value);
  if (!worded.includes(field) || typeof value !== "string") return "";
  return value.length > longest ? `${value.slice(0, longest)}…` : value;
}

/** As the server would refuse it, so that a form says it at its fields. */
export function refusalOf(clashes: readonly string[], now: Values): CallError {
  const details = clashes.map((field) => ({ field, code: "changed", message: shown(field, now[field]) }));
  return new CallError("Someone has changed the same in the meantime.", {
    data: { httpStatus: 412, error: "precondition_failed", details },
  });
}

function rowOf(answer: Answer, id: string): Row | undefined {
  const rows: readonly Row[] = "data" in answer ? answer.data : "id" in answer ? [answer] : answer;
  return rows.find((row) => row.id === id);
}

/**
 * Saves the changes of a form that was opened with `record`, unless others have changed the same fields since: that is
 * refused once, with what stands there now. Saving again replaces it. What is saved while it is looked up is refused by
 * the version, where the record has one.
 */
export function useUnclashed<Output, Fault, Input extends object, Context>(
  record: Row | undefined,
  look: (api: Api) => Promise<Answer>,
  options: UseMutationOptions<Output, Fault, Input, Context>,
): UseMutationOptions<Output, Fault, Input, Context> {
  const api = useTRPCClient();
  const [known] = useState<{ row: Row | undefined }>({ row: record });
  const { mutationFn } = options;
  if (!mutationFn) return options;
  return {
    ...options,
    mutationFn: async (input, context) => {
      const { row: read } = known;
      const now = read && rowOf(await look(api), read.id);
      if (!now) return mutationFn(input, context);
      const clashes = clashesOf(input, read, now);
      const values: Values = isRecord(now) ? now : {};
      if (clashes.length > 0) {
        known.row = { ...read, ...Object.fromEntries(clashes.map((key) => [key, values[key]])) };
        throw refusalOf(clashes, values);
      }
      const { updatedAt } = values;
      return mutationFn(typeof updatedAt === "string" ? { ...input, ifMatch: updatedAt } : input, context);
    },
  };
}
