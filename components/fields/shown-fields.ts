"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "#components/live/api.ts";
import type { CustomField } from "#server/fields/schema.ts";

export type ShownField = {
  key: string;
  label: string;
  value: unknown;
  /** What the company has defined of it; undefined: a key of any name. */
  defined: CustomField | undefined;
};

/** What the company has defined, filled in or not, then whatever else there is by name. */
export function useShownFields(values: Readonly<Record<string, unknown>>): ShownField[] {
  const trpc = useTRPC();
  const fields = useQuery(trpc.fields.list.queryOptions({})).data ?? [];
  const known = new Set(fields.map(({ key }) => key));
  const others = Object.keys(values).filter((key) => !known.has(key));
  return [
    ...fields.map((defined) => ({ key: defined.key, label: defined.label, value: values[defined.key], defined })),
    ...others
      .sort((a, b) => a.localeCompare(b))
      .map((key) => ({ key, label: key, value: values[key], defined: undefined })),
  ];
}

const inputTypes = { text: "text", number: "text", date: "date", boolean: "text", list: "text", url: "url" } as const;

/** The kind of input in which a value is typed. */
export const inputTypeOf = (defined: CustomField | undefined) => inputTypes[defined?.type ?? "text"];
