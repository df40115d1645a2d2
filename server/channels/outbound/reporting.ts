import { z } from "zod";
import { minute } from "#server/base/clock.ts";
import { type CommandContext, command } from "#server/core/operation.ts";
import { reportStatus } from "#server/messages/status/delivery-status.ts";
import { endRestriction, noteRestricted } from "../connection/cutting-off.ts";
import { entryFor } from "../graph/errors.ts";
import { statusReports } from "../inbound/listeners.ts";
import { notePerson } from "./addressing.sql.ts";

const reportSchema = z.object({
  externalId: z.string().min(1).max(1024),
  status: z.enum(["sent", "delivered", "read", "failed"]),
  callbackData: z.string().max(512),
  at: z.date(),
  code: z.string().max(40).optional(),
  reason: z.string().max(1000).optional(),
  through: z.boolean().optional(),
});

/** The platform's error in our words, with what helps. */
function failureOf(given: string | undefined, reason: string | undefined) {
  const code = Number(given) || -1;
  const [action, sentence] = entryFor(code, null, 400);
  const helps =
    action === "window" ? ("template" as const) : action === "reconnect" ? ("reconnect" as const) : undefined;
  return { action, code, text: reason && action === "fail" ? reason : sentence, ...(helps ? { helps } : {}) };
}

/** A whole campaign may be refused for the same cause: one check tells what it is. */
const checksAgainMs = minute;
const keptMost = 10_000;
const checked = new Map<string, number>();

function isNewDoubt(channelId: string): boolean {
  if ((checked.get(channelId) ?? 0) > Date.now()) return false;
  if (checked.size >= keptMost) checked.clear();
  checked.set(channelId, Date.now() + checksAgainMs);
  return true;
}

type Context = Pick<CommandContext<unknown>, "actor" | "emit">;

/** What a failure says about the whole channel: it is restricted, or a check tells whether it still has its access. */
async function noteChannel({ actor, emit }: Context, channelId: string, failure: ReturnType<typeof failureOf>) {
  const { action, code, text: message } = failure;
  if (action === "restricted") await noteRestricted(actor, channelId, { code, message, details: "" });
  if (action === "reconnect" && isNewDoubt(channelId))
    emit({ type: "channel/changed", channelId, data: { id: channelId, doubtful: true } });
}

/** A status webhook: applies to the message it is about, and to other senders on channels (campaigns). */
export const noteStatus = command({
  name: "channels.noteStatus",
  access: "system",
  input: z.object({ channelId: z.uuid(), report: reportSchema }),
  output: z.object({ held: z.boolean() }),
  example: (given) => ({
    channelId: given.channelId ?? "",
    report: { externalId: "wamid.example", status: "read" as const, callbackData: "", at: new Date(0) },
  }),
  async run(context) {
    const { actor, input } = context;
    const { channelId, report } = input;
    const failure = report.status === "failed" ? failureOf(report.code, report.reason) : undefined;
    const { outcome } = await reportStatus.execute(actor, {
      channelId,
      ...report,
      ...(failure ? { reason: failure.text } : {}),
      ...(failure?.helps ? { action: failure.helps } : {}),
    });
    const { companyId } = actor;
    if (failure) await noteChannel(context, channelId, failure);
    // What was delivered late may have left before the account was restricted.
    if (report.status === "sent") await endRestriction(context, channelId, report.at.toISOString());
    // What a failure says about the person: stopped marketing, or cannot be reached.
    if (failure?.action === "optout")
      await notePerson({ companyId, channelId }, report.externalId, { optedOutAt: report.at });
    if (failure?.action === "unreachable")
      await notePerson({ companyId, channelId }, report.externalId, { unreachable: failure.text });
    await statusReports.tell(context, { channelId, ...report, ...(failure ? { reason: failure.text } : {}) });
    return { held: outcome === "held" };
  },
});
