import { type Route, route } from "#server/kit/rest/route.ts";
import { mergeConversations } from "./conversations/merging.ts";
import { listDuplicates, markDifferent, unmarkDifferent } from "./duplicates/reviewing.ts";
import { listMerges, mergeContacts, undoMerge } from "./merging.ts";
import { previewMerge } from "./previewing.ts";

const tag = "Contacts";
const one = "/v1/contacts/{contactId}";

const pair = `${one}/different/{otherId}`;

export const mergeRoutes: Route[] = [
  route({
    method: "get",
    path: "/v1/contacts/duplicates",
    operation: listDuplicates,
    tag,
    summary: "List likely duplicates",
    description:
      "Pairs that are likely to be one person, those with only a similar name last, the newest first, without those that somebody said are not the same. Contacts are looked at a moment after they came or changed.",
  }),
  route({
    method: "put",
    path: pair,
    operation: markDifferent,
    tag,
    summary: "Say that two contacts are not the same person",
  }),
  route({
    method: "delete",
    path: pair,
    operation: unmarkDifferent,
    tag,
    summary: "Take back that two contacts are not the same person",
  }),
  route({
    method: "post",
    path: `${one}/merge`,
    operation: mergeContacts,
    tag,
    summary: "Merge two contacts",
    risk: "deletes",
    description:
      "Conversations, notes, history, tasks and template messages of the other contact become this one's. The other id answers 404 with `mergedInto`. Receivers hear contact/merged where they subscribe to it; contact/deleted is sent only when what was merged is deleted for good. What is under a legal hold goes into no other contact.",
    errors: ["conflict", "limit_reached"],
  }),
  route({
    method: "get",
    path: `${one}/merge-preview`,
    operation: previewMerge,
    tag,
    summary: "See what a merge would move",
  }),
  route({ method: "get", path: `${one}/merges`, operation: listMerges, tag, summary: "List the merges of a contact" }),
  route({
    method: "post",
    path: `${one}/merges/{mergeId}/undo`,
    operation: undoMerge,
    tag,
    summary: "Undo a merge",
    description:
      "Within 30 days, the last merge of a contact first (`laterMergeId` names it), and not while the contact or what would leave it is under a legal hold. Both contacts are as they were before; what was changed since then stays, and so does what came to the contact since. Only updatedAt moves on, so that copies learn of it.",
    errors: ["conflict", "already_exists"],
  }),
  route({
    method: "post",
    path: "/v1/conversations/{conversationId}/merge",
    operation: mergeConversations,
    tag: "Conversations",
    summary: "Merge another conversation into this one",
    risk: "deletes",
    description:
      "Of one contact and visitor on one channel. The messages of the other one follow those of this one in their order, with a line of type command in both; its notes, tags, tasks, mentions, files, surveys and scheduled messages come along. What this one lacks is taken from the other one: assignee, team, amount, whether it is a lead; the higher priority holds, and where a person held the other one the bot is off here too. What is under a legal hold goes into no other conversation. The other one is closed, names this one in `mergedInto`, and what its visitor writes to it arrives here. It cannot be undone.",
    errors: ["conflict", "limit_reached"],
  }),
];
