import type { z } from "zod";
import type { TemplateRow } from "./access.ts";
import { partOf, slotsOf } from "./rules.ts";
import type { templateSchema } from "./schema.ts";

/** The WhatsAppTemplate resource of the API and the screens. */
export function viewTemplate(row: TemplateRow): z.input<typeof templateSchema> {
  return {
    ...row,
    id: row.number,
    variables: slotsOf(row.components),
    headerFormat: partOf(row.components, "HEADER")?.format ?? null,
    waiting: row.task !== "",
  };
}
