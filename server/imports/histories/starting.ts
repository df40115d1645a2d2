import type { z } from "zod";
import { createJob } from "#server/actions/bulk/starting.ts";
import { AppError, invalidField } from "#server/base/errors.ts";
import { seal } from "#server/base/secrets.ts";
import { isKnownZone } from "#server/base/time-zones.ts";
import { isZip } from "#server/base/zip.ts";
import { knownChannel } from "#server/contacts/creating.ts";
import { type CommandContext, command } from "#server/core/operation.ts";
import type { HistoryImport } from "#server/db/generated/client.ts";
import { afterCommit } from "#server/db/outside.ts";
import { prisma } from "#server/db/prisma.ts";
import { refuseTarget } from "#server/outbound/targets.ts";
import { storeFile } from "#server/uploads/storing.ts";
import { bytesGiven, tableOf } from "../reading.ts";
import { readableHistory, requireNoOther } from "./access.ts";
import { readDump } from "./chatwoot/dump.ts";
import { type HistorySource, keptMs } from "./choices.ts";
import { viewHistory } from "./managing.ts";
import { markLinks } from "./marking.ts";
import { wakeHistory } from "./running.ts";
import {
  type HistoryFound,
  type HistorySettings,
  historySchema,
  nothingFound,
  repeatHistoryInput,
  type Staged,
  startHistoryInput,
} from "./schema.ts";
import { chatInArchive } from "./whatsapp/archive.ts";
import { readChat } from "./whatsapp/chat.ts";
import { stageHistory } from "./writing.ts";

type Input = z.output<typeof startHistoryInput>;
type Context = Pick<CommandContext<unknown>, "actor" | "now" | "emit">;
type Plan = Pick<HistoryImport, "source" | "name" | "settings" | "token" | "dryRun">;
type Read = { items: Staged[]; found: HistoryFound; customer?: string };

const size = 500;

function requireTimeZone(timeZone: string): void {
  if (!isKnownZone(timeZone)) throw invalidField("timeZone", "No such time zone.", "invalid_value");
}

function readFile(source: HistorySource, text: string, settings: HistorySettings): Read {
  if (source === "whatsapp_chat") {
    const { items, authors, customer } = readChat(text, settings);
    return { items, found: { ...nothingFound, authors }, customer };
  }
  const { items, found } = readDump(text);
  if (items.length === 0) throw invalidField("file", "The file holds no contacts and no conversations.", "empty");
  return { items, found };
}

type FileGiven = Parameters<typeof tableOf>[1];

/** The text of the file; of an archive its chat, while the archive stays where its files are taken from later. */
async function textGiven({ actor, now }: Context, plan: Plan, given: FileGiven): Promise<string> {
  const bytes = plan.source === "whatsapp_chat" ? await bytesGiven(actor, given) : undefined;
  if (!bytes || !isZip(bytes)) return (await tableOf(actor, given)).text;
  const text = chatInArchive(bytes);
  if (!plan.settings.uploadId) {
    await requireNoOther(actor, plan);
    const name = plan.settings.fileName || "chat.zip";
    const until = new Date(now.getTime() + keptMs);
    plan.settings.uploadId = (await storeFile({ ...actor, type: "system" }, bytes, name, until)).id;
  }
  return text;
}

/** What is read from a file stands with the run from the start; of an API it comes page by page. */
async function begin(context: Context, plan: Plan, read: Read | undefined) {
  const { actor, now, emit } = context;
  await requireNoOther(actor, plan);
  const job = await createJob(actor, { kind: "history", actions: [], undoOf: null }, now);
  const { companyId, id } = job;
  const cursor = { step: "lookups", page: 1 } as const;
  const settings = { ...plan.settings, ...(read?.customer ? { customer: read.customer } : {}) };
  await prisma.historyImport.create({
    data: { companyId, id, ...plan, settings, cursor, found: nothingFound, createdAt: now },
  });
  if (read) await markLinks(plan, companyId, read.items);
  emit({ type: "import/history_started", data: { id, name: plan.name, dryRun: plan.dryRun } });
  if (read) {
    const system = { ...actor, type: "system" as const };
    for (let from = 0; from === 0 || from < read.items.length; from += size) {
      const last = from + size >= read.items.length;
      const page = {
        jobId: id,
        items: read.items.slice(from, from + size),
        cursor: last ? null : cursor,
        found: read.found,
      };
      await stageHistory.execute(system, page);
    }
  }
  afterCommit(() => wakeHistory(job));
  return viewHistory(await readableHistory(actor, id));
}

async function channelsOf(context: Context, { websiteId, channels }: Pick<HistorySettings, "websiteId" | "channels">) {
  for (const id of Object.values(channels)) await knownChannel(context.actor, id);
  return { websiteId: await knownChannel(context.actor, websiteId), channels };
}

async function planOf(context: Context, input: Input): Promise<Plan> {
  const { source, name, dryRun, accessToken, uploadId = "", fileName } = input;
  const { address, accountId, customer, phone, dateOrder, timeZone } = input;
  const refusal = source === "chatwoot_api" ? refuseTarget(address) : null;
  if (refusal) throw invalidField("address", refusal, "invalid_url");
  requireTimeZone(timeZone);
  const settings = {
    ...(await channelsOf(context, input)),
    address,
    accountId,
    customer,
    phone,
    dateOrder,
    timeZone,
    fileName,
    uploadId,
  };
  return { source, name, settings, dryRun, token: source === "chatwoot_api" ? seal(accessToken) : "" };
}

/** POST /v1/history-imports: conversations and people of another system, as a job; or what it would do. */
export const startHistory = command({
  name: "imports.startHistory",
  access: "admin",
  input: startHistoryInput,
  output: historySchema,
  example: (given) => ({
    source: "whatsapp_chat" as const,
    name: "Ana's phone",
    websiteId: given.channelId ?? "",
    text: "31/12/23, 21:41 - Ana: Is my bike ready?\n31/12/23, 21:44 - Shop: Yes, come by",
    customer: "Ana",
  }),
  async run(context) {
    const { input } = context;
    const plan = await planOf(context, input);
    if (plan.source === "chatwoot_api") return begin(context, plan, undefined);
    return begin(context, plan, readFile(plan.source, await textGiven(context, plan, input), plan.settings));
  },
});

/** POST /v1/history-imports/{jobId}/repeat: the same again, for what is new; or in earnest what was only tried. */
export const repeatHistory = command({
  name: "imports.repeatHistory",
  access: "admin",
  input: repeatHistoryInput,
  output: historySchema,
  example: (given) => ({ jobId: given.endedHistoryId ?? "", dryRun: true }),
  async run(context) {
    const { actor, input } = context;
    const { found, job } = await readableHistory(actor, input.jobId);
    if (!job.finishedAt) throw new AppError("conflict", { message: "It is still running: wait for it, or stop it." });
    const { websiteId, channels, customer } = { ...found.settings, ...input };
    const settings = { ...found.settings, ...(await channelsOf(context, { websiteId, channels })), customer };
    const { source, name, token } = found;
    const plan = { source, name, token, settings, dryRun: input.dryRun };
    if (source === "chatwoot_api") return begin(context, plan, undefined);
    if (!settings.uploadId)
      throw new AppError("conflict", { message: "Its text came with the request and is not kept: send it again." });
    return begin(context, plan, readFile(source, await textGiven(context, plan, settings), settings));
  },
});
