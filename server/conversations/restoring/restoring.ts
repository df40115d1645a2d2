import { AppError } from "#server/base/errors.ts";
import type { Actor } from "#server/core/actor.ts";
import type { NewEvent } from "#server/core/events/storing.ts";
import { authorize } from "#server/core/operation.ts";
import type { Permission } from "#server/core/permissions.ts";
import { attempt } from "#server/db/transactions/savepoint.ts";
import { enterablePhase, readablePhase } from "#server/phases/access.ts";
import { receivingTeam } from "#server/teams/access.ts";
import { assignableUser } from "#server/users/assignable.ts";
import { putAssignee } from "../assigning.ts";
import { switchBot } from "../bot-state.ts";
import { ConversationChange } from "../change.ts";
import { archive, reopen, tellArchived } from "../closing.ts";
import { eventOfMove, lineOfMove } from "../moving/phase-change.ts";
import { mention } from "../noting/mentioning.ts";
import type { ConversationRow } from "../row.ts";
import { putTag, takeTag } from "../tags/tagging.ts";
import { putTeam } from "../teams/giving.ts";
import { beginSnooze, endSnooze } from "../triage/snooze.ts";
import {
  clocksIn,
  columnsOf,
  holds,
  isAsLeft,
  mentionsIn,
  type Part,
  partNames,
  type Snapshot,
  tagsBack,
} from "./snapshot.ts";

type Context = { actor: Actor; emit: (event: NewEvent) => void };
/** `answered`: a person of the team has written since it was left. */
type Kept = { was: Snapshot; left: Snapshot; answered: boolean };
export type Restored = { part: Part; outcome: "done" | "skipped" } | { part: Part; outcome: "failed"; why: AppError };

/** What the command asks for that changed the part: it is asked for again to take it back. */
const permissions: Record<Part, Permission> = {
  status: "chat_talk",
  snooze: "chat_talk",
  priority: "clients_write",
  team: "chat_talk",
  assignee: "chat_talk",
  bot: "chat_talk",
  tags: "clients_write",
  phase: "clients_write",
  amount: "clients_write",
};

async function putStatus(change: ConversationChange, wanted: Partial<ConversationRow>, by: string): Promise<void> {
  const closed = wanted.status === "closed";
  if (closed === (change.row.status === "closed")) {
    if (closed && wanted.isLead !== change.row.isLead) tellArchived(change);
  } else if (closed) {
    change.closesAgain = true;
    await archive(change, wanted.isLead ?? null, by);
  } else {
    reopen(change);
  }
}

/** What is closed, or has gone into another, is not put off, and nothing until a time that has come. */
const mayWait = ({ row, now }: ConversationChange, until: Date) =>
  row.status !== "closed" && row.mergedIntoId === null && until > now;

function putSnooze(change: ConversationChange, until: Date | null, by: string): void {
  if (until) beginSnooze(change, until, by);
  else endSnooze(change, "person");
}

function putTags(change: ConversationChange, wanted: ConversationRow["operatorTags"]): void {
  const names = new Set(wanted.map(({ tagName }) => tagName));
  for (const { tagName } of change.row.operatorTags) if (!names.has(tagName)) takeTag(change, tagName);
  for (const { tagName, source } of wanted) putTag(change, tagName, source);
}

type Place = Pick<Partial<ConversationRow>, "phaseId" | "lostReason">;

async function putPhase(actor: Actor, change: ConversationChange, { phaseId = "", lostReason }: Place): Promise<void> {
  const move = { from: await readablePhase(actor, change.row.phaseId), to: await enterablePhase(actor, phaseId) };
  const { text, targetId, data } = lineOfMove(move);
  change.command("phase_changed", text, targetId, data);
  change.tell("conversation/phase_changed", (row) => eventOfMove(row, move));
  if (lostReason) change.updated({ lostReason: { before: "", after: lostReason } });
}

/** Tells what it means that a part is as it was again, in the thread and by the events of the ordinary way there. */
async function tellPart(actor: Actor, change: ConversationChange, part: Part, wanted: Partial<ConversationRow>) {
  const by = actor.userId ?? actor.id;
  if (part === "status") return putStatus(change, wanted, by);
  if (part === "snooze") return putSnooze(change, wanted.snoozedUntil ?? null, wanted.snoozedBy ?? by);
  if (part === "priority") return change.updated({ priority: { before: change.row.priority, after: wanted.priority } });
  if (part === "tags") return putTags(change, wanted.operatorTags ?? []);
  if (part === "phase") return putPhase(actor, change, wanted);
  if (part === "bot") return switchBot(change, wanted.chatbotState ?? "OFF", { id: null, name: actor.name });
  if (part === "team")
    return putTeam(change, wanted.teamId ? await receivingTeam(actor, wanted.teamId, "teamId") : null);
  if (part === "assignee") {
    const id = wanted.assignedTo ?? null;
    return putAssignee(change, id === null ? null : await assignableUser(actor, id, "assignedTo"), by);
  }
  return change.updated({ amount: { before: change.row.amount, after: wanted.amount ?? null } });
}

type Outcome = "done" | "skipped";

async function putPart({ actor }: Context, change: ConversationChange, kept: Kept, part: Part): Promise<Outcome> {
  const { was, left, answered } = kept;
  authorize(actor, permissions[part]);
  // Who has written since holds it now: the bot keeps out.
  if (!isAsLeft(change.before, left, part) || (part === "bot" && answered)) return "skipped";
  const wanted = columnsOf(was, part);
  if (part === "snooze" && wanted.snoozedUntil && !mayWait(change, wanted.snoozedUntil)) {
    if (!change.row.snoozedUntil) return "skipped";
    endSnooze(change, "person");
    return "done";
  }
  const closed = change.row.status === "closed";
  // Refused before anything of it is set: the other parts go on.
  await tellPart(actor, change, part, wanted);
  change.set({ ...wanted, tags: tagsBack({ ...change.row, ...wanted }, was, left, part) });
  if (closed && wanted.status !== undefined && wanted.status !== "closed")
    await mention({ companyId: change.row.companyId, conversationId: change.row.id }, mentionsIn(was), change.now);
  return "done";
}

/** What a closing stopped goes on from where it was, once the closing is taken back. */
function withClocks(locked: ConversationRow, { was, left }: Kept): ConversationRow {
  const sla = clocksIn(was, locked.slaPolicyId);
  const reopens = locked.status === "closed" && isAsLeft(locked, left, "status");
  return sla && reopens ? { ...locked, sla } : locked;
}

/**
 * Puts a locked conversation back as it was, part by part: what was changed again since is left alone, and what cannot be
 * put back is said. Whoever may make the change may take it back, also of a conversation that they no longer see
 * because of it.
 */
export async function restoreConversation(context: Context, locked: ConversationRow, kept: Kept): Promise<Restored[]> {
  const change = new ConversationChange(context, withClocks(locked, kept));
  const restored: Restored[] = [];
  for (const part of partNames.filter((name) => holds(kept.was, name))) {
    const outcome = await attempt(() => putPart(context, change, kept, part));
    restored.push(outcome instanceof AppError ? { part, outcome: "failed", why: outcome } : { part, outcome });
  }
  if (!change.idle) change.tell("conversation/changed", (row) => ({ id: row.id }));
  await change.commit();
  return restored;
}
