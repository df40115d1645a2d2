import { z } from "zod";
import { query } from "#server/core/operation.ts";
import { tokensOf } from "./access.ts";
import { tokenSchema } from "./schema.ts";

/** The tokens that nobody has revoked, the newest first, the expired ones too: administrators see everybody's. */
export const listTokens = query({
  name: "tokens.list",
  access: "person",
  input: z.object({}),
  output: z.array(tokenSchema),
  example: () => ({}),
  run: ({ actor }) => tokensOf(actor),
});
