import type { z } from "zod";
import type { Macro } from "#server/db/generated/client.ts";
import type { macroSchema } from "./schema.ts";

export function viewMacro({ ownerId, companyId: _company, ...shown }: Macro): z.input<typeof macroSchema> {
  return { ...shown, scope: ownerId ? ("private" as const) : ("company" as const) };
}
