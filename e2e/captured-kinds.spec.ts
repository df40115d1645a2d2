import { randomBytes } from "node:crypto";
import { type BrowserContext, expect, type Page } from "@playwright/test";
import type { Platform } from "#server/channels/connection/credentials.ts";
import type { SimulatedAccount } from "#server/channels/simulator/accounts.ts";
import { payloadBody, signatureOf, type Values } from "#server/testing/payloads.ts";
import { Api } from "./fixtures/api.ts";
import { thread } from "./fixtures/inbox.ts";
import { journeysData } from "./fixtures/installation.ts";
import { test } from "./fixtures/test.ts";
import { base, call, demo, letters, open } from "./fixtures/workspace.ts";

/** A red square. */
const picture = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAFklEQVR4nGM4ISdHEmIY1TCqYfhqAADkYgQQ60fIxgAAAABJRU5ErkJggg==",
  "base64",
);
const types = { whatsapp: "WHATSAPP_API", messenger: "FACEBOOK", instagram: "INSTAGRAM" } as const;

/** The running server's secret signs its simulator's accounts: it lies in its data folder, which e2e-server.mjs made. */
async function accountsOfServer() {
  process.env.DATA_DIR = journeysData();
  return import("#server/channels/simulator/accounts.ts");
}

/** A sandbox channel and its signed door. */
class Door {
  readonly account: SimulatedAccount;
  private readonly secret: string;

  private constructor(account: SimulatedAccount, secret: string) {
    this.account = account;
    this.secret = secret;
  }

  static async open(context: BrowserContext, companyId: string, platform: Platform): Promise<Door> {
    const made = { type: types[platform], label: letters(), sandbox: true };
    const { id: channelId } = await call<{ id: string }>(context, "channels.create", made);
    const { simulatedAccount, appSecretOf } = await accountsOfServer();
    const account = simulatedAccount({ companyId, channelId, platform });
    return new Door(account, appSecretOf(account));
  }

  /** Answers the id that the message has at the platform. */
  async receive(name: string, values: Values): Promise<string> {
    const { account } = this;
    const id = `wamid.${randomBytes(18).toString("base64url")}`;
    const ids = { number: account.id, waba: account.wabaId, page: account.id, display: account.number };
    const times = { seconds: String(Math.floor(Date.now() / 1000)), ms: Date.now() };
    const body = payloadBody(account.platform, name, { ...ids, ...times, id, ours: "wamid.ours", ...values });
    const headers = { "content-type": "application/json", "x-hub-signature-256": signatureOf(body, this.secret) };
    const answer = await fetch(`${base}/hooks/${account.platform}`, { method: "POST", headers, body });
    expect(answer.status).toBe(200);
    return id;
  }

  /** Pictures at the platform, as if other customers had sent them: the addresses that payloads name. */
  async media(context: BrowserContext, count: number): Promise<{ id: string; url: string }[]> {
    const { account } = this;
    const stored = await context.request.post(`${base}/uploads`, { data: picture, headers: { origin: base } });
    const { url } = (await stored.json()) as { url: string };
    const made: { id: string; url: string }[] = [];
    for (let number = 1; number <= count; number += 1) {
      const sent = { channelId: account.channelId, peer: "5491150000001", type: "image", url };
      await call(context, "simulator.send", sent);
      const id = `9${account.id.slice(1, 8)}${String(number).padStart(8, "0")}`;
      made.push({
        id,
        url: `${base.replace("localhost", "127.0.0.1")}/simulator/graph/v25.0/media/${id}?until=${Date.now() + 3_600_000}`,
      });
    }
    return made;
  }
}

async function show(page: Page, api: Api, text: string): Promise<void> {
  await page.goto(`/inbox/${await api.find(text)}`);
  await expect(thread(page)).toContainText(text);
}

test("every captured kind of webhook is seen by an agent as its sender meant it", async ({ browser }) => {
  const page = await open(browser, demo.admin, "/inbox");
  const context = page.context();
  const api = await Api.of(context);
  const peer = () => `54911${String(Date.now()).slice(-8)}`;

  await test.step("Messenger: words with a link, and three files in their order", async () => {
    const door = await Door.open(context, api.companyId, "messenger");
    const [first, second, third] = await door.media(context, 3);
    const who = peer();
    await door.receive("text-with-link", { peer: who });
    await door.receive("image-video-image", {
      peer: who,
      picture: first?.url ?? "",
      film: second?.url ?? "",
      picture2: third?.url ?? "",
    });
    await show(page, api, "Do you have this one?");
    await expect(thread(page).getByRole("link", { name: "https://example.com/bikes/7" })).toBeVisible();
    await expect(thread(page)).toContainText("The scratch, from all sides");
    await expect(thread(page).locator("img, video, [href*='/uploads/']")).toHaveCount(3);
  });

  await test.step("Instagram: story mention, answer to a story, share and reel", async () => {
    const door = await Door.open(context, api.companyId, "instagram");
    const [file] = await door.media(context, 1);
    const values = { peer: peer(), picture: file?.url ?? "", film: file?.url ?? "" };
    for (const name of ["story-reply", "story-mention", "share", "reel"]) await door.receive(name, values);
    await show(page, api, "Is it still for sale?");
    for (const words of ["Replied to your story", "Mentioned you in their story", "Shared a post", "Shared a reel"]) {
      await expect(thread(page)).toContainText(words);
    }
    await expect(thread(page).locator("img")).toHaveCount(4);
  });

  await test.step("WhatsApp: form, row, caption, call, preference, product, ad and new number", async () => {
    const door = await Door.open(context, api.companyId, "whatsapp");
    const [file] = await door.media(context, 1);
    const who = peer();
    const moved = `${who.slice(0, -2)}77`;
    const marker = letters();
    await door.receive("text", { peer: who, text: marker });
    await door.receive("ad-referral", { peer: who, picture: file?.url ?? "" });
    for (const name of ["flow-answer", "list-row", "call-permission", "interactive-with-errors", "missed-call"]) {
      await door.receive(name, { peer: who });
    }
    await door.receive("product-question", { peer: who });
    await door.receive("marketing-stop", { peer: who });
    await door.receive("group-message", { peer: who });
    await door.receive("number-change", { peer: who, moved });
    await show(page, api, marker);
    for (const words of ["full name", "Sofía Núñez", "2026-12-01", "Express", "Tomorrow before noon, 12 USD"]) {
      await expect(thread(page)).toContainText(words);
    }
    await expect(thread(page)).toContainText("You may call this customer until");
    await expect(thread(page)).toContainText("This interactive message cannot be delivered");
    await expect(thread(page)).toContainText("Missed call");
    await expect(thread(page)).toContainText("bike-7");
    await expect(thread(page)).not.toContainText("Hello everybody in the group");
    await expect(page.getByText("Autumn sale on city bikes")).toBeVisible();
    await expect(page.getByRole("img", { name: "Ad image" })).toBeVisible();
    await expect(page.getByText(`+${moved}`).first()).toBeVisible();
  });

  await test.step("and somebody under a user name has no number", async () => {
    const door = await Door.open(context, api.companyId, "whatsapp");
    await door.receive("user-id-sender", { user: `AR.${Date.now()}` });
    await show(page, api, "¿tienen envíos?");
    await expect(page.getByRole("heading", { name: "Zoe Marín" }).first()).toBeVisible();
  });
});
