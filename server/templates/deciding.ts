import { z } from "zod";
import { minute, second } from "#server/base/clock.ts";
import { newId } from "#server/base/ids.ts";
import type { Actor } from "#server/core/actor.ts";
import { type CommandContext, command } from "#server/core/operation.ts";
import { prisma } from "#server/db/prisma.ts";
import { type TemplateRow, whatsappChannel } from "./access.ts";
import { type TemplateStatus, templateCategories } from "./choices.ts";
import { changed, textOf } from "./creating.ts";
import { takenOver } from "./filling.ts";
import { takeNumbers } from "./numbering.sql.ts";
import { isLeaving, lockNamed, lockUnlisted } from "./platform.sql.ts";
import { componentSchema } from "./schema.ts";
import { isUnread } from "./targeting.ts";

type Context = Pick<CommandContext<unknown>, "actor" | "now" | "emit">;

/** How long a change may be on its way to the platform. */
export const lease = minute;

/** Words of webhooks that name an event rather than a state. */
const stateOfEvent: Record<string, string> = { REINSTATED: "APPROVED", UNARCHIVED: "APPROVED" };

/** The platform's status as a state of the API (J4, channels.md 2.7): only what is approved can be sent. */
function statusOf(word: string): TemplateStatus {
  if (word === "APPROVED") return "APPROVED";
  return word === "PENDING" || word === "IN_APPEAL" ? "PENDING" : "REJECTED";
}

export const decisionSchema = z.object({
  externalId: z.string().max(64).optional(),
  name: z.string().max(512),
  language: z.string().max(16),
  status: z.string().max(40).optional(),
  category: z.enum(templateCategories).optional(),
  quality: z.string().max(20).optional(),
  components: z.array(componentSchema).max(10).optional(),
  code: z.string().max(100).nullable().optional(),
  reason: z.string().max(2000).nullable().optional(),
  advice: z.string().max(2000).nullable().optional(),
});
export type Decision = z.output<typeof decisionSchema>;

function known({ companyId }: Actor, channelId: string, decision: Decision): Promise<TemplateRow | undefined> {
  const { externalId, name } = decision;
  return lockNamed(companyId, { channelId, externalId, name, language: decision.language.replace("-", "_") });
}

/** A template made in the platform's own screens. */
async function adopt(context: Context, channelId: string, decision: Decision, at?: Date): Promise<void> {
  const { actor, now } = context;
  const { components, category, externalId } = decision;
  if (!components || !category || !externalId || !decision.status) return;
  if (await isLeaving(actor.companyId, { channelId, externalId }, at ?? now)) return;
  const created = await prisma.template.create({
    data: {
      companyId: actor.companyId,
      id: newId(),
      number: await takeNumbers(actor, "templates"),
      channelId,
      elementName: decision.name,
      language: decision.language.replace("-", "_"),
      category,
      components,
      text: textOf(components),
      externalId,
      submittedAt: now,
      createdAt: now,
      updatedAt: now,
    },
  });
  await apply(context, created, decision);
}

/** The template as the decision leaves it; what it says nothing of stays. */
function decidedState(before: TemplateRow, decision: Decision) {
  const word = decision.status && (stateOfEvent[decision.status] ?? decision.status);
  const status = word ? statusOf(word) : before.status;
  const isRejected = status === "REJECTED";
  const ofRejection = <T>(given: T | undefined, held: T) => {
    if (!isRejected) return null;
    return given === undefined ? held : given;
  };
  const told = before.task === "" ? decision.components : undefined;
  const category = decision.category ?? before.category;
  const components = told ? takenOver(category, before.components, told) : before.components;
  return {
    components,
    text: textOf(components),
    category,
    externalId: decision.externalId ?? before.externalId,
    status,
    platformStatus: word ?? before.platformStatus,
    quality: decision.quality ?? before.quality,
    rejectionCode: ofRejection(decision.code, before.rejectionCode),
    rejectionReason: ofRejection(decision.reason, before.rejectionReason),
    rejectionAdvice: ofRejection(decision.advice, before.rejectionAdvice),
  };
}

type DecidedState = ReturnType<typeof decidedState>;

/** Applies what the platform says to a locked template; notifies screens when something differs, and answers that. */
export async function apply(context: Context, before: TemplateRow, decision: Decision): Promise<boolean> {
  const { now } = context;
  const after = decidedState(before, decision);
  const differs = (Object.keys(after) as (keyof DecidedState)[]).some((key) => after[key] !== before[key]);
  if (!differs) return false;
  const { companyId, id } = before;
  const approvedAt = after.status === "APPROVED" ? (before.approvedAt ?? now) : before.approvedAt;
  await prisma.template.update({
    where: { companyId_id: { companyId, id } },
    data: { ...after, approvedAt, updatedAt: now },
  });
  changed(context, before);
  if (after.status !== before.status) followStatus(context, before, after);
  return true;
}

function followStatus(context: Context, before: TemplateRow, after: DecidedState): void {
  const { companyId, number: id, channelId, elementName, language } = before;
  if (after.status === "APPROVED" && isUnread(after)) askForList(context, channelId);
  context.emit({
    type: "template/status_changed",
    channelId,
    data: {
      id,
      companyId,
      websiteId: channelId,
      elementName,
      language,
      status: after.status,
      previousStatus: before.status,
      reasonCode: after.rejectionCode ?? "",
      reason: after.rejectionReason ?? "",
    },
  });
}

/** A job reads all that the platform has. */
export function askForList({ emit }: Pick<Context, "emit">, channelId: string): void {
  emit({ type: "template/sync", channelId, data: { id: channelId } });
}

/**
 * Whether a decision counts: one from before the last submission does not, because it is about another wording; one
 * during a submission may arrive before its answer. The platform counts in seconds.
 */
function isCurrent(template: TemplateRow, { at, complete }: Told): boolean {
  // A list says what was before it was asked for: what has moved since is news to it.
  if (complete) return template.task === "" && (at === undefined || template.updatedAt < at);
  const since = template.task === "" ? template.submittedAt : template.leaseUntil;
  if (template.task === "") return at === undefined || since === null || at.getTime() + second >= since.getTime();
  return at !== undefined && since !== null && at.getTime() + second >= since.getTime() - lease;
}

type Told = { at?: Date | undefined; complete: boolean };

const timed = ["status", "quality", "category"] as const;

/** Webhooks come in any order (channels.md 2.6): without what is older than the last of its kind. */
function inTime({ decided }: TemplateRow, decision: Decision, { at, complete }: Told): Decision {
  if (at === undefined || complete) return decision;
  const late = timed.filter((kind) => (decided[kind] ?? 0) > at.getTime());
  const { status, code, reason, advice, quality, category, ...rest } = decision;
  return {
    ...rest,
    ...(late.includes("status") ? {} : { status, code, reason, advice }),
    ...(late.includes("quality") ? {} : { quality }),
    ...(late.includes("category") ? {} : { category }),
  };
}

/** Of a list, which is asked for by another clock than the platform's, only where it changed something. */
async function noteTime({ companyId, id, decided }: TemplateRow, decision: Decision, at: Date): Promise<void> {
  const told = timed.filter((kind) => decision[kind] !== undefined);
  const times = Object.fromEntries(told.map((kind) => [kind, at.getTime()]));
  await prisma.template.update({
    where: { companyId_id: { companyId, id } },
    data: { decided: { ...decided, ...times } },
  });
}

async function take(context: Context, before: TemplateRow, decision: Decision, told: Told): Promise<void> {
  const current = inTime(before, decision, told);
  const differs = await apply(context, before, current);
  if (!told.at) return;
  if (!told.complete) await noteTime(before, current, told.at);
  else if (differs) await noteTime(before, current, new Date(told.at.getTime() - second));
}

/**
 * What the platform says of templates: by webhook, or as its list (`complete`), where what is not `listed` is gone. Not
 * given: these are the list; null: a part of it, and more comes.
 */
export const applyPlatform = command({
  name: "templates.applyPlatform",
  access: "system",
  input: z.object({
    channelId: z.string(),
    decisions: z.array(decisionSchema).max(500),
    complete: z.boolean().default(false),
    listed: z.array(z.string()).nullable().optional(),
    at: z.date().optional(),
  }),
  output: z.object({ ok: z.literal(true) }),
  example: (given) => ({
    channelId: given.whatsappChannelId ?? "",
    decisions: [{ name: "order_update", language: "en_US", status: "REJECTED", code: "INVALID_FORMAT" }],
  }),
  async run(context) {
    const { actor, input } = context;
    const channel = await whatsappChannel(actor, input.channelId);
    for (const decision of input.decisions) {
      const before = await known(actor, channel.id, decision);
      if (!before) await adopt(context, channel.id, decision, input.at);
      else if (isCurrent(before, input)) await take(context, before, decision, input);
    }
    const { complete, at, listed = input.decisions.flatMap(({ externalId }) => externalId ?? []) } = input;
    if (complete && listed) await dropMissing(context, channel.id, listed, at);
    return { ok: true as const };
  },
});

/** What the platform no longer lists cannot be sent. */
async function dropMissing(context: Context, channelId: string, listed: readonly string[], at?: Date): Promise<void> {
  const gone = await lockUnlisted(context.actor.companyId, channelId, listed, at ?? context.now);
  for (const template of gone) {
    const reason = "The platform no longer has this template.";
    await apply(context, template, { name: "", language: "", status: "DELETED", code: "DELETED", reason });
  }
}
