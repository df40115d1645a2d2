import { isSystemTag, systemTag } from "#server/conversations/tags/tagging.ts";
import type { Actor } from "#server/core/actor.ts";
import { assignableUser } from "#server/users/assignable.ts";
import type { QuestionNode } from "../schema.ts";

/** A bot puts on no tag of the system's (E12). What stands there already does not prevent changes to the rest. */
export function refuseSystemTags(
  tags: readonly string[],
  known: readonly string[],
  field: (at: number) => string,
): void {
  const at = tags.findIndex((tag) => isSystemTag(tag.trim()) && !known.includes(tag));
  if (at >= 0) throw systemTag(field(at));
}

type Naming = Pick<QuestionNode, "assigned_to" | "tag">;

/**
 * People who can be given conversations, and tags that may be set (A9, E12). `stored` is the list as it was: whoever was
 * deactivated since they were named, and whatever it says otherwise, may stay.
 */
export async function requireReferences(
  actor: Actor,
  nodes: readonly Naming[],
  stored: readonly Naming[],
): Promise<void> {
  const own = (list: readonly Naming[]) => list.map(({ tag }) => tag);
  refuseSystemTags(own(nodes), own(stored), (at) => `nodes.${at}.tag`);
  const judged = new Set(stored.flatMap((node) => node.assigned_to));
  for (const [index, node] of nodes.entries()) {
    for (const [at, id] of node.assigned_to.entries()) {
      if (!judged.has(id)) await assignableUser(actor, id, `nodes.${index}.assigned_to.${at}`);
      judged.add(id);
    }
  }
}
