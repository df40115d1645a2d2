import { createTRPCUntypedClient, httpLink } from "@trpc/client";
import type pg from "pg";
import { storeCredentials } from "#server/channels/connection/connecting.ts";
import { createChannel } from "#server/channels/creating.ts";
import type { Actor } from "#server/core/actor.ts";
import { inTransaction } from "#server/db/pool.ts";
import { account, type Platform } from "./platform.ts";
import { until } from "./waiting.ts";

const size = 40;
const sendRate = 1200;
const ended = ["delivered", "read"];

type Sent = { destination: string; status: string; sendState: string | null; failureCode: string | null };
type Api = ReturnType<typeof createTRPCUntypedClient>;

/** A number of the stand-in, connected as its owner has left it: proven and well. */
async function openChannel(admin: Actor, appSecret: string): Promise<string> {
  const { companyId } = admin;
  const { id } = await createChannel.execute(admin, { type: "WHATSAPP_API", label: "Number" });
  const { phoneNumberId, wabaId } = account;
  const secrets = { accessToken: "chaos", appSecret, verifyToken: "" };
  const credentials = { platform: "whatsapp" as const, phoneNumberId, wabaId, ...secrets };
  await inTransaction(companyId, () => storeCredentials(admin, id, credentials, new Date(), true));
  return id;
}

type Given = { client: pg.Client; admin: Actor; platform: Platform; base: string; cookie: string };

/** Starts a campaign in each round: every recipient gets it once at the platform. */
export class Campaigner {
  private readonly api: Api;
  private readonly platform: Platform;
  private readonly companyId: string;
  private readonly channelId: string;
  private readonly templateId: number;
  private open: { id: string; phones: string[] }[] = [];
  private next = 5_491_160_001_000;
  /** Never sent twice and perhaps never: their process or their row was lost as they left. */
  doubtful = 0;

  private constructor(given: {
    api: Api;
    platform: Platform;
    companyId: string;
    channelId: string;
    templateId: number;
  }) {
    this.api = given.api;
    this.platform = given.platform;
    this.companyId = given.companyId;
    this.channelId = given.channelId;
    this.templateId = given.templateId;
  }

  static async open({ client, admin, platform, base, cookie }: Given): Promise<Campaigner> {
    const { companyId } = admin;
    const channelId = await openChannel(admin, platform.appSecret);
    await client.query(`update channels set "connected" = true where "companyId" = $1 and "id" = $2`, [
      companyId,
      channelId,
    ]);
    const api = createTRPCUntypedClient({
      links: [httpLink({ url: `${base}/api/trpc`, headers: { cookie, origin: base } })],
    });
    const components = [{ type: "BODY", text: "We are still here." }];
    const draft = { channelId, name: "chaos", language: "en", category: "MARKETING", components };
    const { id: templateId } = (await api.mutation("templates.create", draft)) as { id: number };
    const isApproved = async () => {
      const { rows } = await client.query<{ status: string }>(`select "status" from templates where "companyId" = $1`, [
        companyId,
      ]);
      return rows[0]?.status === "APPROVED";
    };
    await until(isApproved, "the template's approval");
    return new Campaigner({ api, platform, companyId, channelId, templateId });
  }

  async begin(): Promise<void> {
    const phones = Array.from({ length: size }, (_, index) => String(this.next + index));
    this.next += size;
    const audience = { type: "csv", text: ["phone", ...phones.map((phone) => `+${phone}`)].join("\n") };
    const { channelId, templateId } = this;
    const made = { channelId, templateId, name: phones[0] ?? "", audience, sendRate };
    const { id } = (await this.api.mutation("campaigns.create", made)) as { id: string };
    this.open.push({ id, phones });
  }

  /** Of the campaigns since the last good look. */
  async faults(client: pg.Client): Promise<string[]> {
    const got = new Map<string, number>();
    for (const { to } of this.platform.taken) got.set(to, (got.get(to) ?? 0) + 1);
    const found: string[] = [];
    let doubtful = 0;
    for (const { id, phones } of this.open) {
      const { rows } = await client.query<Sent>(
        `select "destination", "status", "sendState", "failureCode" from campaign_messages
         where "companyId" = $1 and "campaignId" = $2`,
        [this.companyId, id],
      );
      for (const phone of phones) {
        const all = rows.filter(({ destination }) => destination === phone);
        const [row] = all;
        const count = got.get(phone) ?? 0;
        const at = `${phone}: ${all.length} rows, ${row?.status} ${row?.sendState} ${row?.failureCode}, got it ${count} times`;
        const isEnded = ended.some((status) => status === row?.status);
        const isDoubtful = count === 0 && row?.status === "enqueued" && row.sendState === "unknown";
        if (isDoubtful) doubtful += 1;
        if (all.length !== 1 || count > 1 || !(isDoubtful || (isEnded && count === 1))) found.push(at);
      }
    }
    if (found.length === 0) {
      this.doubtful += doubtful;
      this.open = [];
    }
    return found;
  }
}
