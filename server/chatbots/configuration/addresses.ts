import { AppError } from "#server/base/errors.ts";
import type { Actor } from "#server/core/actor.ts";
import { personReadsAll } from "#server/users/access.ts";

/** The addresses that steps call, of drafts too, in which a field may hold anything. */
export const addressesOf = (nodes: readonly { [field: string]: unknown; fulfillment_url?: unknown }[]): string[] =>
  nodes.map((node) => node.fulfillment_url).filter((url): url is string => typeof url === "string" && url !== "");

/**
 * An address gets what every visitor says, so a new one is for who may read it here (C1). `known` answers those that
 * are there already: they may stay.
 */
export async function permitAddresses(
  actor: Actor,
  wanted: readonly string[],
  known: () => readonly string[] | Promise<readonly string[]>,
): Promise<void> {
  if (wanted.length === 0) return;
  const before = await known();
  if (wanted.every((url) => before.includes(url)) || (await personReadsAll(actor))) return;
  throw new AppError("forbidden", {
    message: "A new address of an external service gets what visitors say: it also needs the permission clients_read.",
    extra: { requiredPermissions: ["clients_read"] },
  });
}
