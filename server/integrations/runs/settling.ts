import { z } from "zod";
import { lockAnyConversation } from "#server/conversations/access.sql.ts";
import { ConversationChange } from "#server/conversations/change.ts";
import { type CommandContext, command } from "#server/core/operation.ts";
import type { IntegrationRun } from "#server/db/generated/client.ts";
import { prisma } from "#server/db/prisma.ts";
import { integrationTypes, type RunCall, runReasons, runStatuses } from "../choices.ts";

const settledInput = z.object({
  runId: z.string(),
  /** Of the attempt: what another process has taken meanwhile is its own. */
  holder: z.int(),
  attempt: z.int(),
  type: z.enum(integrationTypes),
  status: z.enum(runStatuses),
  reason: z.enum(runReasons),
  message: z.string(),
  delayMs: z.int(),
  calls: z.array(z.custom<RunCall>()),
  /** Of whom it told. */
  contactId: z.string().nullable(),
});
type SettledRun = z.infer<typeof settledInput>;
type Context = CommandContext<SettledRun>;

/** The system tag of what has been told, once (E13). System tags have no event of their own (E12). */
async function mark(context: Context, conversation: ConversationChange["before"], tag: string): Promise<void> {
  const change = new ConversationChange(context, conversation);
  change.systemTags({ add: [tag] });
  if (!change.idle) change.tell("conversation/changed", (row) => ({ id: row.id }));
  await change.commit();
}

/** The first failure after a success is told, and the first success after a failure. */
async function fare({ actor, emit, now, input }: Context, run: IntegrationRun): Promise<void> {
  const { companyId } = actor;
  const { integrationId: id } = run;
  if (input.status === "failed") {
    const where = { companyId, id, failingSince: null };
    const { count } = await prisma.integration.updateMany({ where, data: { failingSince: now } });
    if (count > 0) emit({ type: "integration/changed", data: { id, failing: true } });
  } else if (input.status === "succeeded") {
    const where = { companyId, id, failingSince: { not: null } };
    const { count } = await prisma.integration.updateMany({ where, data: { failingSince: null } });
    if (count > 0) emit({ type: "integration/changed", data: { id } });
  }
}

/** What came of an attempt, with the conversation's tag and the integration's health, together or not at all. */
export const settleRun = command({
  name: "integrations.settle",
  access: "system",
  input: settledInput,
  output: z.object({ settled: z.boolean() }),
  example: (given) => ({
    ...{
      runId: given.integrationRunId ?? "",
      holder: 1,
      attempt: 1,
      type: "webhook" as const,
      calls: [],
      contactId: null,
    },
    status: "succeeded" as const,
    reason: "" as const,
    message: "",
    delayMs: 0,
  }),
  async run(context) {
    const { actor, input, now } = context;
    const { status, reason, message, holder: leasedBy, attempt } = input;
    const key = { companyId: actor.companyId, id: input.runId, leasedBy, attempt, status: "pending" as const };
    const run = await prisma.integrationRun.findFirst({ where: key });
    if (!run) return { settled: false };
    const conversation = run.conversationId ? await lockAnyConversation(actor, run.conversationId) : undefined;
    // Deleted meanwhile: what was said of the person is not kept.
    const contactId = conversation?.contactId ?? null;
    const forgotten = input.contactId !== null && contactId !== input.contactId;
    const ended = status !== "pending";
    const { count } = await prisma.integrationRun.updateMany({
      where: key,
      data: {
        ...{
          status,
          reason,
          message,
          leasedBy: null,
          contactId,
          calls: forgotten ? [] : [...run.calls, ...input.calls],
        },
        ...(ended ? { finishedAt: now } : { dueAt: new Date(now.getTime() + input.delayMs) }),
      },
    });
    if (count === 0) return { settled: false };
    if (conversation && status === "succeeded") await mark(context, conversation, `posted_${input.type}`);
    if (ended) await fare(context, run);
    return { settled: true };
  },
});
