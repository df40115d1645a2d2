import { type Actor, can, onlyAssigned, type Rights, type Sight } from "./actor.ts";
import { exceeding, type Mask, type Scope } from "./permissions.ts";

function reach({ permissions, sight }: Rights, purpose: "read" | "write"): Scope {
  if (sight) return sight[purpose];
  return permissions.has(`clients_${purpose}_assigned`) && !permissions.has(`clients_${purpose}`) ? "assigned" : "all";
}

function isWithin(held: Rights, wanted: Rights, purpose: "read" | "write"): boolean {
  const [own, asked] = [reach(held, purpose), reach(wanted, purpose)];
  if (own === "all") return true;
  if (asked !== "assigned" && asked !== own) return false;
  const { channelIds = [], teamIds = [] } = held.sight ?? {};
  if (asked === "channel" && !wanted.sight?.channelIds.every((id) => channelIds.includes(id))) return false;
  if (asked === "team" && !wanted.sight?.teamIds.every((id) => teamIds.includes(id))) return false;
  return held.seesUnassigned || !wanted.seesUnassigned;
}

/** What somebody with `wanted` could do or see beyond what is held: permissions by name, "scope", "masks". */
export function beyond(held: Rights, wanted: Rights): string[] {
  if (held.permissions.has("admin")) return [];
  const masks = wanted.sight?.masks ?? [];
  // Which fields are personal data is the company's to say: they come with any mask.
  const unmasked = !(held.sight?.masks ?? []).every((field) => field.startsWith("field:") || masks.includes(field));
  // Of presets and plain tokens the permissions say it all.
  const scoped = held.sight !== undefined || wanted.sight !== undefined;
  const further = scoped && !(isWithin(held, wanted, "read") && isWithin(held, wanted, "write"));
  return [
    ...exceeding(held.permissions, wanted.permissions),
    ...(further ? ["scope"] : []),
    ...(unmasked ? ["masks"] : []),
  ];
}

/** Whether a custom role ends somewhere, so that belonging to further teams, or acting as their people, could lead on. */
export function endsAtTeams({ sight }: Pick<Rights, "sight">): boolean {
  return sight !== undefined && (sight.read !== "all" || sight.write === "team");
}

/** Whether the actor may read all conversations and contacts, as receivers of webhooks do (C1). */
export function readsAll(actor: Actor): boolean {
  return can(actor, "clients_read") && !onlyAssigned(actor, "clients_read");
}

/** What the actor would need besides to reach the whole company: words of permissions, or "scope" of a custom role. */
export function shortOfAll(actor: Rights): string[] {
  if (actor.permissions.has("admin")) return [];
  const narrow = (["read", "write"] as const).filter((purpose) => reach(actor, purpose) !== "all");
  if (actor.sight) return narrow.length > 0 ? ["scope"] : [];
  return narrow.map((purpose) => `clients_${purpose}`);
}

/** How far a token reaches: as its owner, and only to what is assigned where it asked for no more. */
export function sightOfToken(sight: Sight, asked: readonly string[]): Sight {
  const isNarrow = (purpose: "read" | "write") =>
    asked.includes(`clients_${purpose}_assigned`) && !asked.includes(`clients_${purpose}`) && !asked.includes("admin");
  const [read, write] = [isNarrow("read"), isNarrow("read") || isNarrow("write")];
  return { ...sight, ...(read ? { read: "assigned" } : {}), ...(write ? { write: "assigned" } : {}) };
}

/** A scope narrows the words of a role's permissions; a token that keeps the plain word reaches as far as the role. */
export function asWorded({ permissions, sight }: Rights): Set<string> {
  const scoped = (["read", "write"] as const)
    .filter((purpose) => sight && sight[purpose] !== "assigned" && permissions.has(`clients_${purpose}_assigned`))
    .map((purpose) => `clients_${purpose}`);
  return new Set([...permissions, ...scoped]);
}

/** What is hidden of people from the actor. */
export function masksOf({ sight }: Pick<Actor, "sight">): readonly Mask[] {
  return sight?.masks ?? [];
}
