import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";
import { createCampaign } from "#server/campaigns/creating.ts";
import { env } from "#server/config/env.ts";
import { systemPool } from "#server/db/system.ts";
import { createTemplate } from "#server/templates/creating.ts";
import { readTemplate } from "#server/templates/listing.ts";
import type { TemplateMessageRow } from "#server/templates/messages/template-messages.ts";
import { submitWaiting } from "#server/templates/platform/syncing.ts";
import type { TestCompany } from "../company.ts";
import type { Line } from "../platform.ts";

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A process that sends campaigns, and the number under which it holds them, once it has one. */
export type Campaigner = { child: ChildProcess; number: number | undefined };

/** Starts a worker that sends a company's campaigns until it is killed. */
export function spawnCampaigner(company: TestCompany, origin: string): Campaigner {
  const script = path.join(import.meta.dirname, "campaign-process.ts");
  const child = spawn(process.execPath, [script, company.companyId, origin], {
    env: { ...process.env, DATABASE_URL: env.databaseUrl, LOG_LEVEL: "error" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const campaigner: Campaigner = { child, number: undefined };
  child.stdout.once("data", (word: Buffer) => {
    campaigner.number = Number(word);
  });
  return campaigner;
}

/** A template that the simulator has approved. */
export async function approvedTemplate(
  company: TestCompany,
  line: Line,
  name: string,
  text: string,
  category = "MARKETING",
) {
  const made = await createTemplate.execute(company.admin, {
    channelId: line.channelId,
    name,
    language: "es",
    category,
    components: [{ type: "BODY", text }],
  });
  await submitWaiting(line.actor);
  await line.settled();
  return readTemplate.execute(company.admin, { templateId: made.id });
}

/** `count` numbers as a CSV, none of which ends as the simulator's special ones do. */
export function csvOf(count: number, first = 5_491_160_001_000): { text: string; phones: string[] } {
  const phones: string[] = [];
  for (let phone = first; phones.length < count; phone += 1) if (phone % 10_000 > 10) phones.push(String(phone));
  return { text: ["phone,name", ...phones.map((phone, index) => `+${phone},Person ${index}`)].join("\n"), phones };
}

export async function campaignOf(company: TestCompany, line: Line, templateId: number, text: string) {
  return createCampaign.execute(company.admin, {
    channelId: line.channelId,
    templateId,
    name: "By file",
    audience: { type: "csv", text },
    sendRate: 4800,
  });
}

export async function templateMessagesOf(campaignId: string): Promise<TemplateMessageRow[]> {
  const { rows } = await systemPool().query<TemplateMessageRow>(
    `select * from campaign_messages where "campaignId" = $1 order by "number"`,
    [campaignId],
  );
  return rows;
}

/** How many messages each phone has really got. */
export async function received(line: Line): Promise<Map<string, number>> {
  const { rows } = await systemPool().query<{ peer: string; count: number }>(
    `select "peer", count(*)::int as "count" from simulator_messages
     where "channelId" = $1 and "direction" = 'out' group by "peer"`,
    [line.channelId],
  );
  return new Map(rows.map(({ peer, count }) => [peer, count]));
}

/** What a campaign under every fault must leave behind; answers what was wrong. */
export function faultsIn(messages: readonly TemplateMessageRow[], phones: ReadonlyMap<string, number>): string[] {
  return messages.flatMap(({ destination, status, failureCode }) => {
    const count = phones.get(destination) ?? 0;
    const at = `${destination} is ${status} ${failureCode ?? ""} and got ${count}`;
    if (count > 1) return [`twice: ${at}`];
    if (status === "pending" || status === "enqueued") return [`without an end: ${at}`];
    if (["sent", "delivered", "read"].includes(status)) return count === 1 ? [] : [`never sent: ${at}`];
    return failureCode ? [] : [`without a reason: ${at}`];
  });
}
