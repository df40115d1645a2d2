import type { Actor } from "#server/core/actor.ts";
import { createField } from "#server/fields/writing.ts";

export const frameSizes = ["S", "M", "L", "XL"] as const;

/** What a bike shop wants to know of its customers. */
export async function seedFields(actor: Actor): Promise<void> {
  await createField.execute(actor, { key: "Frame size", type: "list", options: [...frameSizes] });
  await createField.execute(actor, { key: "budget", label: "Budget", type: "number" });
  await createField.execute(actor, { key: "next_service", label: "Next service", type: "date" });
}
