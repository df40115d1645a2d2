"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTRPC } from "#components/live/api.ts";
import type { FieldEntity } from "#server/fields/choices.ts";
import type { CustomField } from "#server/fields/schema.ts";

export type ShownField = {
  key: string;
  label: string;
  value: unknown;
  /** What the company has defined of it; undefined: a key of any name. */
  defined: CustomField | undefined;
};

const noFields: readonly CustomField[] = [];

/** What the company has defined of one entity. One question serves them all. */
export function useFieldsOf(entity: FieldEntity, asked = true): readonly CustomField[] {
  const trpc = useTRPC();
  const all = useQuery({ ...trpc.fields.list.queryOptions({}), enabled: asked }).data ?? noFields;
  return useMemo(() => all.filter((field) => field.entity === entity), [all, entity]);
}

/** What the company has defined, filled in or not, then whatever else there is by name. */
export function useShownFields(entity: FieldEntity, values: Readonly<Record<string, unknown>>): ShownField[] {
  const fields = useFieldsOf(entity);
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
