import { z } from "zod";
import { query } from "#server/core/operation.ts";
import { tokensOf } from "./access.ts";
import { tokenSchema } from "./schema.ts";

/** The tokens that are not revoked, newest first, expired ones included: administrators see everyone's. */
export const listTokens = query({
  name: "tokens.list",
  access: "person",
  input: z.object({}),
  output: z.array(tokenSchema),
  example: () => ({}),
  run: ({ actor }) => tokensOf(actor),
});
