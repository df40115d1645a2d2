import { invalidField } from "#server/base/errors.ts";
import { command } from "#server/core/operation.ts";
import type { TagSource } from "#server/core/words.ts";
import { lockConversation } from "../access.sql.ts";
import { ConversationChange } from "../change.ts";
import type { ConversationRow } from "../row.ts";
import { addTagInput, conversationSchema, type OperatorTagUse, removeTagInput } from "../schema.ts";
import { eventConversation, viewConversation } from "../viewing.ts";

const systemFlags = new Set([
  "is_intervened",
  "was_intervened",
  "automatic_transfer",
  "external_robot",
  "post_lead",
  "no_lead",
]);

/** Tags that only the service sets (E13), however they are written: business tags do not differ by case either. */
export function isSystemTag(tag: string): boolean {
  const name = tag.toLowerCase();
  return systemFlags.has(name) || name.startsWith("posted_") || name.startsWith("fired_");
}

/** For a tag that only the service may put on, or that may be told to be put on. */
export const systemTag = (field: string) => invalidField(field, "This tag belongs to the system.", "system_tag");

export const sameTag = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
export const maxTags = 50;

/** Whether it is among the business tags. */
export const isOn = (row: ConversationRow, tag: string) => row.operatorTags.some((use) => sameTag(use.tagName, tag));

function told(tag: string, source: TagSource) {
  return (row: ConversationRow) => ({
    ...eventConversation(row),
    tag,
    source,
    tags: row.operatorTags.map((use) => use.tagName),
  });
}

/** Puts a business tag on; a case-insensitive repeat changes nothing. */
export function putTag(
  change: ConversationChange,
  tag: string,
  source: OperatorTagUse["source"],
  /** What the request calls it. */
  field = "tag",
): void {
  const { operatorTags, tags } = change.row;
  if (isOn(change.row, tag)) return;
  if (operatorTags.length >= maxTags) throw invalidField(field, `At most ${maxTags} tags.`, "too_many");
  change.set({ operatorTags: [...operatorTags, { tagName: tag, source }], tags: [...tags, tag] });
  change.command("tag_added", `Tag added: ${tag}`, null, { tag, source });
  change.tell("conversation/tag_added", told(tag, source));
}

/** Takes a business tag off, if it is there. */
export function takeTag(change: ConversationChange, tag: string): void {
  const { operatorTags, tags } = change.row;
  const use = operatorTags.find((one) => sameTag(one.tagName, tag));
  if (!use) return;
  change.set({
    operatorTags: operatorTags.filter((one) => one !== use),
    tags: tags.filter((one) => one !== use.tagName),
  });
  change.command("tag_removed", `Tag removed: ${use.tagName}`, null, { tag: use.tagName, source: use.source });
  change.tell("conversation/tag_removed", told(use.tagName, use.source));
}

/** POST /v1/conversations/{conversationId}/tags */
export const addTag = command({
  name: "conversations.addTag",
  access: "clients_write",
  input: addTagInput,
  output: conversationSchema,
  example: (given) => ({ conversationId: given.conversationId ?? "", tag: "vip" }),
  async run(context) {
    const { actor, input } = context;
    if (isSystemTag(input.tag)) throw systemTag("tag");
    const change = new ConversationChange(
      context,
      await lockConversation(actor, input.conversationId, "clients_write"),
    );
    putTag(change, input.tag, input.source);
    return viewConversation((await change.commit()).row);
  },
});

/** DELETE /v1/conversations/{conversationId}/tags/{tag} */
export const removeTag = command({
  name: "conversations.removeTag",
  access: "clients_write",
  input: removeTagInput,
  output: conversationSchema,
  example: (given) => ({ conversationId: given.conversationId ?? "", tag: "vip" }),
  async run(context) {
    const { actor, input } = context;
    const change = new ConversationChange(
      context,
      await lockConversation(actor, input.conversationId, "clients_write"),
    );
    // One that people put on before its name became the system's goes like any other.
    if (isSystemTag(input.tag) && !isOn(change.row, input.tag)) throw systemTag("tag");
    takeTag(change, input.tag);
    return viewConversation((await change.commit()).row);
  },
});
