import { z } from "zod";
import { query } from "#server/core/operation.ts";
import { fieldsOf, readableField } from "./access.ts";
import { customFieldSchema, fieldIdInput, listFieldsInput } from "./schema.ts";

/** GET /v1/custom-fields: the oldest first. */
export const listFields = query({
  name: "fields.list",
  access: "clients_read",
  input: listFieldsInput,
  output: z.array(customFieldSchema),
  example: () => ({}),
  run: ({ actor, input }) => fieldsOf(actor, input.entity ?? "all"),
});

/** GET /v1/custom-fields/{fieldId} */
export const readField = query({
  name: "fields.read",
  access: "clients_read",
  input: fieldIdInput,
  output: customFieldSchema,
  example: (given) => ({ fieldId: given.fieldId ?? "" }),
  run: ({ actor, input }) => readableField(actor, input.fieldId),
});
