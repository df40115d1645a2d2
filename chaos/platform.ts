import { createHmac, randomBytes } from "node:crypto";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

export const account = { phoneNumberId: "5550100", wabaId: "5550200", number: "+1 555 0100" };
const answerMs = 40;
const againMs = 300;
/** Every so many recipients' first try is refused for a passing reason. */
const refusedEach = 10;
const passing = { error: { code: 131016, message: "Service unavailable" } };

type Body = { to?: string; biz_opaque_callback_data?: string };
type Taken = { id: string; to: string; callback: string };

const number = { id: account.phoneNumberId, display_phone_number: account.number, status: "CONNECTED" };
const known: Record<string, unknown> = {
  [account.phoneNumberId]: number,
  [`${account.wabaId}/phone_numbers`]: { data: [number] },
  [`${account.wabaId}/subscribed_apps`]: { success: true, data: [{ id: "1" }] },
};

/** Stands in for WhatsApp, and lives on while ours die: takes messages, and tells their fates until it is heard. */
export class Platform {
  readonly url: string;
  readonly appSecret = randomBytes(16).toString("hex");
  /** What it has been handed, in the order in which it came. */
  readonly taken: Taken[] = [];
  private readonly server: http.Server;
  private readonly templates: Record<string, unknown>[] = [];
  private readonly refused = new Set<string>();
  private callbackBase = "";
  private ended = false;

  private constructor(server: http.Server, port: number) {
    this.server = server;
    this.url = `http://127.0.0.1:${port}`;
    server.on("request", async (request: http.IncomingMessage, response: http.ServerResponse) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const answer = this.answer(request, Buffer.concat(chunks).toString("utf8"));
      await sleep(answerMs);
      response
        .writeHead(answer === passing ? 500 : 200, { "content-type": "application/json" })
        .end(JSON.stringify(answer));
    });
  }

  static async open(): Promise<Platform> {
    const server = http.createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return new Platform(server, (server.address() as AddressInfo).port);
  }

  callBack(base: string): void {
    this.callbackBase = base;
  }

  private answer({ method, url = "/" }: http.IncomingMessage, text: string): unknown {
    const path = new URL(url, this.url).pathname.replace(/^\/v[\d.]+\//, "");
    const body = text.startsWith("{") ? (JSON.parse(text) as Body & Record<string, unknown>) : {};
    if (path === `${account.phoneNumberId}/messages` && body.to) return this.take(body.to.replace(/\D/g, ""), body);
    if (path === `${account.wabaId}/message_templates`) {
      if (method === "GET") return { data: this.templates };
      const template = { ...body, id: String(7000 + this.templates.length), status: "APPROVED" };
      this.templates.push(template);
      return template;
    }
    return known[path] ?? { success: true };
  }

  /** Taken before it is answered: whoever dies in between does not know. */
  private take(to: string, { biz_opaque_callback_data: callback = "" }: Body): unknown {
    if (Number(to) % refusedEach === 0 && !this.refused.has(to)) {
      this.refused.add(to);
      return passing;
    }
    const taken = { id: `wamid.${randomBytes(12).toString("hex")}`, to, callback };
    this.taken.push(taken);
    void this.tell(taken);
    return { messages: [{ id: taken.id }], contacts: [{ wa_id: to }] };
  }

  private async tell({ id, to, callback }: Taken): Promise<void> {
    for (const status of ["sent", "delivered"]) {
      const timestamp = String(Math.floor(Date.now() / 1000));
      const one = { id, status, timestamp, recipient_id: to, biz_opaque_callback_data: callback };
      const metadata = { display_phone_number: account.number, phone_number_id: account.phoneNumberId };
      const value = { messaging_product: "whatsapp", metadata, statuses: [one] };
      const entry = [{ id: account.wabaId, changes: [{ field: "messages", value }] }];
      const body = JSON.stringify({ object: "whatsapp_business_account", entry });
      while (!this.ended && !(await this.isHeard(body))) await sleep(againMs);
    }
  }

  private async isHeard(body: string): Promise<boolean> {
    const signature = createHmac("sha256", this.appSecret).update(body).digest("hex");
    const headers = { "content-type": "application/json", "x-hub-signature-256": `sha256=${signature}` };
    const init = { method: "POST", headers, body, signal: AbortSignal.timeout(10_000) };
    const answer = await fetch(`${this.callbackBase}/hooks/whatsapp`, init).catch(() => undefined);
    await answer?.arrayBuffer().catch(() => undefined);
    return answer?.status === 200;
  }

  async close(): Promise<void> {
    this.ended = true;
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
