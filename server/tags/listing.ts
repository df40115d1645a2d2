import { z } from "zod";
import { query } from "#server/core/operation.ts";
import { tagsOf } from "./access.ts";
import { operatorTagSchema } from "./schema.ts";

/** GET /v1/operator-tags: by name. */
export const listTags = query({
  name: "tags.list",
  access: "clients_read",
  input: z.object({}),
  output: z.array(operatorTagSchema),
  example: () => ({}),
  run: ({ actor }) => tagsOf(actor),
});
