import { randomBytes } from "node:crypto";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import type { Platform } from "#server/channels/connection/credentials.ts";
import { createChannel } from "#server/channels/creating.ts";
import { processInbound } from "#server/channels/inbound/processing.ts";
import { drainConversation } from "#server/channels/outbound/sending.ts";
import type { ChannelType } from "#server/channels/schema.ts";
import { appSecretOf, type SimulatedAccount, simulatedAccount } from "#server/channels/simulator/accounts.ts";
import { serveSimulatorAt } from "#server/channels/simulator/address.ts";
import { startCallbacks } from "#server/channels/simulator/calling-back.ts";
import type { Faults } from "#server/channels/simulator/faults.ts";
import { setSimulatorFaults, simulatorSend } from "#server/channels/simulator/operations.ts";
import type { PhoneMessage } from "#server/channels/simulator/phone-schema.ts";
import { paceSimulator } from "#server/channels/simulator/state.ts";
import { systemActor } from "#server/core/actor.ts";
import { inCompany } from "#server/db/pool.ts";
import { systemPool } from "#server/db/system.ts";
import type { MessageRow } from "#server/messages/row.ts";
import { app } from "#server/rest/app.ts";
import type { TestCompany } from "./company.ts";
import { payloadBody, signatureOf, type Values } from "./payloads.ts";

const platformOf = { WHATSAPP_API: "whatsapp", FACEBOOK: "messenger", INSTAGRAM: "instagram" } as const;

/** The simulator and our own hooks on a real port, for as long as a test file runs. */
export async function openPlatform(): Promise<{ origin: string; close: () => Promise<void> }> {
  // Files share their process: others answer with Node's own Response.
  const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1", overrideGlobalObjects: false });
  await new Promise((resolve) => server.once("listening", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  serveSimulatorAt(origin);
  paceSimulator(0.2);
  const callbacks = startCallbacks();
  return {
    origin,
    async close() {
      await callbacks.stop();
      await new Promise((resolve) => {
        server.close(resolve);
        if ("closeAllConnections" in server) server.closeAllConnections();
      });
    },
  };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** One sandbox channel with a simulated customer, and the jobs that a worker would run. */
export class Line {
  readonly channelId: string;
  readonly platform: Platform;
  private readonly company: TestCompany;

  constructor(company: TestCompany, channelId: string, platform: Platform = "whatsapp") {
    this.company = company;
    this.channelId = channelId;
    this.platform = platform;
  }

  static async open(company: TestCompany, type: ChannelType = "WHATSAPP_API"): Promise<Line> {
    const made = await createChannel.execute(company.admin, { type, label: type, sandbox: true });
    return new Line(company, made.id, type in platformOf ? platformOf[type as keyof typeof platformOf] : "whatsapp");
  }

  get actor() {
    return systemActor(this.company.companyId);
  }

  async faults(faults: Partial<Faults>): Promise<void> {
    await setSimulatorFaults.execute(this.company.admin, { channelId: this.channelId, faults });
  }

  /** The customer does something; answers the platform's id. */
  async customer(peer: string, said: Partial<PhoneMessage> = {}): Promise<string> {
    const message = { channelId: this.channelId, peer, type: "text" as const, text: "Hello", ...said };
    return (await simulatorSend.execute(this.company.admin, message)).id;
  }

  get account(): SimulatedAccount {
    const { company, channelId, platform } = this;
    return simulatedAccount({ companyId: company.companyId, channelId, platform });
  }

  /** A captured kind of webhook comes in by the signed door; answers the id its message has at the platform. */
  async receive(name: string, values: Values = {}): Promise<string> {
    const { account, platform } = this;
    const id = `wamid.${randomBytes(18).toString("base64url")}`;
    const at = Date.now();
    const ids = { number: account.id, waba: account.wabaId, page: account.id, display: account.number };
    const all = { ...ids, id, seconds: String(Math.floor(at / 1000)), ms: at, ...values };
    await this.deliver(payloadBody(platform, name, all));
    return String(all.id);
  }

  /** A payload, as the platform's bytes, comes in by the signed door. */
  async deliver(body: string): Promise<void> {
    const { account, platform } = this;
    const signature = signatureOf(body, appSecretOf(account));
    const headers = { "content-type": "application/json", "x-hub-signature-256": signature };
    const answer = await app.request(`/hooks/${platform}`, { method: "POST", headers, body });
    if (answer.status !== 200) throw new Error(`the hook answered ${answer.status}`);
    await processInbound(this.actor, this.channelId);
  }

  /** An event of a page or an Instagram account with a person comes in. */
  async event(peer: string, said: object, at = Date.now()): Promise<void> {
    const { id } = this.account;
    const event = { sender: { id: peer }, recipient: { id }, timestamp: at, ...said };
    const object = this.platform === "messenger" ? "page" : "instagram";
    await this.deliver(JSON.stringify({ object, entry: [{ id, time: at, messaging: [event] }] }));
  }

  /** Messages or statuses of the number come in. */
  async change(value: object): Promise<void> {
    const { id, wabaId } = this.account;
    const changes = [{ field: "messages", value: { metadata: { phone_number_id: id }, ...value } }];
    await this.deliver(JSON.stringify({ object: "whatsapp_business_account", entry: [{ id: wabaId, changes }] }));
  }

  /** What became of the payloads of this channel, oldest first. */
  async journal(): Promise<{ status: string; kinds: string[]; error: string | null }[]> {
    const { rows } = await systemPool().query<{ status: string; kinds: string[]; error: string | null }>(
      `select "status", "kinds", "error" from inbound_payloads where "channelId" = $1 order by "id"`,
      [this.channelId],
    );
    return rows;
  }

  /** Waits until the simulator has sent everything and all of it is processed. */
  async settled(withinMs = 15_000): Promise<void> {
    const until = Date.now() + withinMs;
    for (;;) {
      await processInbound(this.actor, this.channelId);
      const { rows } = await systemPool().query<{ n: number }>(
        `select (select count(*) from simulator_callbacks where "channelId" = $1)
          + (select count(*) from inbound_payloads where "channelId" = $1 and "status" = 'received') as n`,
        [this.channelId],
      );
      if (rows[0]?.n === 0) return;
      if (Date.now() > until) throw new Error("the simulator does not come to rest");
      await pause(60);
    }
  }

  drain(conversationId: string): Promise<number | null> {
    return drainConversation(this.actor, conversationId);
  }

  /** The latest conversation of a customer. */
  async conversation(peer: string): Promise<string> {
    const { rows } = await systemPool().query<{ id: string }>(
      `select "id" from conversations where "channelId" = $1 and "visitorId" = $2 order by "createdAt" desc limit 1`,
      [this.channelId, peer],
    );
    return rows[0]?.id ?? "";
  }

  async messages(conversationId: string): Promise<MessageRow[]> {
    const { rows } = await systemPool().query<MessageRow>(
      `select * from messages where "conversationId" = $1 and "type" <> 'command' order by "seq"`,
      [conversationId],
    );
    return rows;
  }

  /** What lies on the customer's phone from the business. */
  async phone(peer: string): Promise<{ id: string; body: Record<string, unknown>; status: string }[]> {
    const { rows } = await systemPool().query<{ id: string; body: Record<string, unknown>; status: string }>(
      `select "id", "body", "status" from simulator_messages
       where "channelId" = $1 and "peer" = $2 and "direction" = 'out' order by "createdAt", "id"`,
      [this.channelId, peer],
    );
    return rows;
  }

  within<T>(work: () => Promise<T>): Promise<T> {
    return inCompany(this.company.companyId, work);
  }
}
