import { z } from "zod";

/** The data of internal events: ids of what changed, and what the audit log needs to describe it. */

const id = z.string();
const flag = z.literal(true).optional();
const nothing = z.object({});
const changed = z.object({ id });
/** `name`: the one it had, where it was deleted; not of what was one person's own. */
const named = changed.extend({ name: z.string().optional() });
const change = z.object({ before: z.unknown(), after: z.unknown() });
const beforeAndAfter = <T extends z.ZodType>(value: T) =>
  z.object({ before: value.nullable(), after: value.nullable() });
const madeNotification = z.object({ id, kind: z.string(), sound: z.boolean(), push: z.boolean(), email: flag });
const device = { address: z.string(), device: z.string() };

export const internalData = {
  "conversation/read": z.object({ userId: id, seq: z.int() }),
  /** `unseen`: people who saw it by a mention, or as the owner of its contact, and do not any more; `mergedInto`: it goes on in that one. */
  "conversation/changed": z.object({ id: id.optional(), unseen: z.array(id).optional(), mergedInto: id.optional() }),
  /** Messages of a phone app's past came into it. */
  "conversation/imported": changed,
  /** All messages of another one came into it, after its own. */
  "conversation/merged": z.object({
    mergedId: id,
    messages: z.int(),
    /** As they are with what came, for reports; absent in older ones. */
    amount: z.number().nullable().optional(),
    tags: z.array(z.string()).optional(),
    /** Since when its visitor waits for a person; null: they do not. */
    neededAt: z.string().nullable().optional(),
    /** A person had answered there. */
    answered: z.boolean().optional(),
  }),
  /** A webhook is called with the conversation as it is, whatever events it is for. */
  "conversation/webhook_called": z.object({
    id,
    companyId: id,
    websiteId: id,
    webhookId: id,
    conversation: z.record(z.string(), z.unknown()),
  }),
  /** `reacted`: the team's reaction is another one, and leaves for the platform. */
  "message/changed": z.object({ reacted: flag }),
  "message/command": nothing,
  "contact/changed": z.object({ id, optedOut: z.boolean().optional(), source: z.string().optional() }),
  "chatbot/called": changed,
  "chatbot/draft": z.object({ id, revision: z.int() }),
  /** The job that takes over a phone app's past has moved on. */
  "channel/import": changed,
  "template/sync": changed,
  /** One campaign; without an id every one that is due. */
  "campaign/run": z.object({ id: id.optional() }),
  "conversation/note_changed": z.object({ noteId: id }),
  "import/history_started": z.object({ id, name: z.string(), dryRun: z.boolean() }),
  "import/started": z.object({ id, total: z.int() }),
  /** Some rows are done; `doneFor`: all of them, which somebody waits for. */
  "import/changed": z.object({ id, doneFor: id.optional() }),
  "contact/note": z.object({ noteId: id }),
  /** What was said but not stored, or the provisional contact that was merged in. */
  "contact/matched": z.object({ id, differences: z.record(z.string(), change).optional(), mergedId: id.optional() }),
  /** `changes`: of a new person, the role. */
  "user/changed": z.object({
    id,
    changes: z.record(z.string(), change).optional(),
    password: z.literal("reset").optional(),
  }),
  /** `name`: the address. */
  "invitation/changed": z.object({ id, name: z.string(), deleted: flag, accepted: flag }),
  /** `way`: how the person was known; older ones do not say. */
  "session/started": z.object({ id, userId: id, ...device, way: z.string().optional() }),
  "session/refused": z.object({ userId: id, ...device }),
  /** Somebody who knows the address asked for a link to a new password, or an administrator made one. */
  "session/reset_requested": z.object({ userId: id, ...device }),
  "session/factor_changed": z.object({ userId: id, ...device, change: z.string() }),
  "session/ended": z.object({ id, sessionId: id, userId: id, ...device, own: z.boolean() }),
  /** `byId` looks at the product as `userId` sees it. */
  "session/preview_started": z.object({ id, sessionId: id, userId: id, byId: id }),
  "session/preview_ended": z.object({ id, sessionId: id, userId: id, byId: id }),
  /** A visitor's browser has left, or is somebody else's now. */
  "visitor/session_ended": z.object({ sessionId: id, channelId: id, visitorId: id }),
  "export/made": z.object({ id: id.optional(), what: z.string(), filters: z.record(z.string(), z.unknown()) }),
  /** What a token may do and when it ends; null: there is none yet, or no more. */
  "token/changed": z.object({
    id,
    changes: z
      .object({ permissions: beforeAndAfter(z.array(z.string())), expiresAt: beforeAndAfter(z.string()) })
      .optional(),
  }),
  "phase/changed": named,
  "tag/changed": named,
  /** `failing`: from now on, it was well before. */
  /** `doubtful`: what the platform said of it is to be asked for in full. */
  "channel/changed": z.object({
    id,
    deleted: flag,
    disconnecting: flag,
    revealed: flag,
    inbound: flag,
    failing: flag,
    doubtful: flag,
  }),
  "chatbot/changed": named,
  "trigger/changed": named,
  /** `timeZone`: the new one. */
  "company/changed": z.object({ id, timeZone: z.string().optional() }),
  /** With a person's id: only that person's. */
  "view/changed": z.object({ id, userId: id.nullish() }),
  /** A saved report; `mailed`: to how many people it was sent. */
  "report/changed": z.object({ id, userId: id.nullish(), mailed: z.int().optional() }),
  /** `deleted`: with the name it had. */
  "team/changed": z.object({ id, deleted: flag, name: z.string().optional() }),
  /** `changes`: permissions, scopes, masks and name, each where it is another one; older events do not say. */
  "role/changed": z.object({
    id,
    deleted: flag,
    name: z.string().optional(),
    changes: z.record(z.string(), change).optional(),
  }),
  "answer/changed": named.extend({ userId: id.nullish() }),
  "answer/used": z.object({ id, userId: id.nullish(), uses: z.int() }),
  /** `deleted`: with the name it had. */
  "rule/changed": z.object({ id, deleted: flag, name: z.string().optional() }),
  /** Rules that ran for one cause: their logs have grown. */
  "rule/ran": z.object({ ids: z.array(id) }),
  "macro/changed": named.extend({ userId: id.nullish() }),
  "assignment/changed": changed,
  "calendar/changed": named,
  "field/changed": named,
  "sla/changed": named,
  "csat/changed": changed,
  /** For how many days kinds of data are kept. */
  "retention/changed": z.object({ changes: z.record(z.string(), beforeAndAfter(z.int())) }),
  /** A legal hold began, or was released. */
  "retention/hold": z.object({ id, reason: z.string(), released: flag }),
  /** A person was erased; `finished`: nothing speaks of them any more. */
  "erasure/changed": z.object({ id, finished: flag }),
  /** A visitor was asked whether they were satisfied: who held the conversation when it closed. */
  "csat/asked": z.object({ id, agentId: id.nullable(), teamId: id.nullable() }),
  /** A clock was stopped in time, after so many seconds of business time. */
  "sla/met": z.object({
    id,
    policyId: id,
    policyName: z.string(),
    clock: z.string(),
    targetSeconds: z.int(),
    seconds: z.int(),
  }),
  /** Who came, or has been gone for a minute. */
  "availability/changed": z.object({ userIds: z.array(id) }),
  /** `failing`: from now on, its last run went well before. */
  "integration/changed": z.object({
    id,
    failing: flag,
    changes: z.object({ address: beforeAndAfter(z.string()) }).optional(),
  }),
  /** `paused`: just now. `heldTooLong`: paused for so long that the oldest of what it holds is let go. */
  "webhook/changed": z.object({ id, deleted: flag, paused: flag, failing: flag, heldTooLong: flag }),
  /** `waiting`: the platform has not been informed yet. */
  "template/changed": z.object({ id, waiting: z.boolean().optional() }),
  /** One send by its id, or how many. */
  "template/sending": z.object({ id: id.optional(), count: z.int().optional() }),
  "campaign/changed": changed,
  /**
   * `settled`: done, deleted, somebody else's, or due at another time: who was told that it is due need not know.
   * `overdueFor`: it was due already when it came to this person.
   */
  "task/changed": z.object({ id, settled: flag, overdueFor: id.optional() }),
  /** `failedFor`: it could not leave at its time, and this person is to know; null: whoever holds its conversation. */
  "scheduled/changed": z.object({ id, failedFor: id.nullable().optional() }),
  /** Whose notifications are others now; with a new one, what it is and whether it is to be heard and pushed. */
  "notification/changed": z.object({ people: z.array(z.object({ userId: id, made: madeNotification.optional() })) }),
} as const satisfies Record<string, z.ZodType>;
