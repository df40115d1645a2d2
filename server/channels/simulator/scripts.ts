import { createHash } from "node:crypto";
import { now } from "#server/base/clock.ts";
import { type Loose, objectIn } from "../inbound/lossless.ts";
import type { SimulatedAccount } from "./accounts.ts";
import type { Faults } from "./faults.ts";
import { setStatus } from "./messages.sql.ts";
import { objectOf } from "./objects.sql.ts";
import { faultsOf, queueCallback } from "./state.ts";
import { windowClosed } from "./validating.ts";

type Sent = { id: string; peer: string; callback: string; body: Loose };

/** J2: what happens to a message by the end of its number; other failures come to numbers that end with their code. */
const failsWith: Record<string, { code: number; title: string }> = {
  "0001": { code: 131026, title: "Message undeliverable" },
  "131049": { code: 131049, title: "This message was not delivered to maintain healthy ecosystem engagement." },
  "130472": { code: 130472, title: "User's number is part of an experiment" },
  "131050": { code: 131050, title: "User has stopped receiving marketing messages" },
};
const staysSent = "0002";

function timestampOf(at: Date, faults: Faults): string {
  return faults.milliseconds ? String(at.getTime()) : String(Math.floor(at.getTime() / 1000));
}

function metadata(account: SimulatedAccount): object {
  return { display_phone_number: account.number, phone_number_id: account.id };
}

/** A change of field `messages` for this number. */
export function messagesChange(account: SimulatedAccount, value: object): object {
  return { field: "messages", value: { messaging_product: "whatsapp", metadata: metadata(account), ...value } };
}

async function queueStatus(
  account: SimulatedAccount,
  sent: Sent,
  status: string,
  faults: Faults,
  delayMs: number,
  error?: { code: number; title: string },
) {
  const isUser = /^[A-Z]{2}\./.test(sent.peer);
  const item = {
    id: sent.id,
    status,
    timestamp: timestampOf(now(), faults),
    ...(isUser ? { recipient_user_id: sent.peer } : { recipient_id: sent.peer }),
    ...(sent.callback ? { biz_opaque_callback_data: sent.callback } : {}),
    ...(status === "sent"
      ? { pricing: { billable: true, pricing_model: "PMP", type: "regular", category: "service" } }
      : {}),
    ...(error ? { errors: [{ ...error, message: error.title, error_data: { details: error.title } }] } : {}),
  };
  await queueCallback(account, messagesChange(account, { statuses: [item] }), delayMs);
}

/** Deterministic per message. */
function unlucky(id: string, percent: number): boolean {
  return percent > 0 && (createHash("sha256").update(id).digest()[0] ?? 0) / 256 < percent / 100;
}

async function failureOf(
  account: SimulatedAccount,
  sent: Sent,
  faults: Faults,
): Promise<{ code: number; title: string } | undefined> {
  const magic = Object.entries(failsWith).find(([suffix]) => sent.peer.endsWith(suffix))?.[1];
  if (magic) return magic;
  if (unlucky(sent.id, faults.asyncErrorRate)) return { code: faults.asyncErrorCode, title: "Simulated failure" };
  const person = await objectOf<{ optedOut?: boolean; blocked?: boolean }>(account, "people", sent.peer);
  if (person?.blocked) return { code: 130403, title: "User has blocked the business" };
  const template = sent.body.type === "template";
  if (person?.optedOut && template) return { code: 131050, title: "User has stopped receiving marketing messages" };
  const closed = !template && (await windowClosed(account, sent.peer));
  return closed ? { code: 131047, title: "Re-engagement message" } : undefined;
}

/** sent, delivered, read within two seconds; failures come the way the real ones do, after a 200. */
export async function scriptStatuses(account: SimulatedAccount, sent: Sent): Promise<void> {
  const faults = await faultsOf(account);
  if (!faults.statuses) return;
  if (account.platform !== "whatsapp") return scriptPage(account, sent);
  const failure = await failureOf(account, sent, faults);
  if (failure) {
    await setStatus(account, sent.id, "failed");
    return queueStatus(account, sent, "failed", faults, 200, failure);
  }
  const stays = sent.peer.endsWith(staysSent);
  await setStatus(account, sent.id, stays ? "sent" : "read");
  await queueStatus(account, sent, "sent", faults, 100);
  if (stays) return;
  if (!faults.skipDelivered) await queueStatus(account, sent, "delivered", faults, 600);
  await queueStatus(account, sent, "read", faults, 1200);
}

/** Messenger tells of delivery and reading by watermarks, Instagram of reading by message. */
async function scriptPage(account: SimulatedAccount, { id, peer }: Sent): Promise<void> {
  if (peer.endsWith(staysSent)) return setStatus(account, id, "sent");
  await setStatus(account, id, "read");
  const at = now().getTime();
  const event = { sender: { id: peer }, recipient: { id: account.id }, timestamp: at };
  if (account.platform === "instagram") return queueCallback(account, { ...event, read: { mid: id } }, 900);
  await queueCallback(account, { ...event, delivery: { mids: [id], watermark: at } }, 400);
  await queueCallback(account, { ...event, read: { watermark: at } }, 900);
}

/** Every message of a page comes back as an echo, our own included. */
export async function scriptEcho(account: SimulatedAccount, { id, peer, body }: Omit<Sent, "callback">): Promise<void> {
  const message = objectIn(body.message);
  const { attachment, attachments, ...rest } = message;
  const all = Array.isArray(attachments) ? attachments : attachment ? [attachment] : undefined;
  const echo = { ...rest, is_echo: true, app_id: account.appId, mid: id, ...(all ? { attachments: all } : {}) };
  const event = { sender: { id: account.id }, recipient: { id: peer }, timestamp: now().getTime(), message: echo };
  await queueCallback(account, event, 50);
}
