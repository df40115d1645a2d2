import { createHash, randomBytes } from "node:crypto";
import { now } from "#server/base/clock.ts";
import { inTransaction } from "#server/db/pool.ts";
import { type Loose, objectIn, textIn } from "../inbound/lossless.ts";
import { isUserId } from "../outbound/addressing.ts";
import type { SimulatedAccount } from "./accounts.ts";
import { bodyOf, requireOwn, type SimulatorContext, simulatorPart } from "./answering.ts";
import type { Faults } from "./faults.ts";
import { countSent, countSentTo, insertSent, isInThread, markAllRead, markRead } from "./messages.sql.ts";
import { nextNumber, putObject, removeObject } from "./objects.sql.ts";
import { invalidParameter, SimulatedError } from "./refusing.ts";
import { scriptEcho, scriptStatuses } from "./scripts.ts";
import { faultsOf } from "./state.ts";
import { templateNamed } from "./templates.ts";
import { checkPage, checkWhatsapp, windowClosed } from "./validating.ts";

/** `/{number}/messages` and `/{page}/messages` of the simulated Graph API. */
export const messagesPart = simulatorPart();

/** Built as the real ones are: base64 of number, direction and a hexadecimal id. */
export function newMessageId(account: SimulatedAccount, peer: string, direction: "in" | "out", number: number): string {
  const seed = createHash("sha256").update(`${account.channelId}:${direction}:${number}`).digest("hex").toUpperCase();
  if (account.platform !== "whatsapp") return `m_${Buffer.from(`${peer}:${seed.slice(0, 60)}`).toString("base64url")}`;
  const id = seed.slice(0, direction === "out" ? 18 : 20);
  const bytes = Buffer.concat([
    Buffer.from([0x1c, 0x18, peer.length]),
    Buffer.from(peer),
    Buffer.from([0x15, 0x02, 0x00, direction === "out" ? 0x11 : 0x12, 0x18, id.length]),
    Buffer.from(id),
    Buffer.from([0x00]),
  ]);
  return `wamid.${bytes.toString("base64")}`;
}

const chance = (percent: number) => percent > 0 && (randomBytes(1)[0] ?? 0) / 256 < percent / 100;

/** Refusals and silences that the switches ask for; `true`: accept, but never answer properly. */
function trouble(faults: Faults): "none" | "accept_silent" | "accept_broken" | "broken" {
  if (chance(faults.errorRate)) throw new SimulatedError(faults.errorCode, "Simulated refusal");
  if (chance(faults.timeoutRate)) return "accept_silent";
  if (chance(faults.serverErrorRate)) return faults.serverErrorAccepts ? "accept_broken" : "broken";
  return "none";
}

async function withinThroughput(account: SimulatedAccount, faults: Faults): Promise<void> {
  if ((await countSent(account)) >= faults.throughput) {
    throw new SimulatedError(130429, "Rate limit hit", { details: "Cloud API message throughput has been reached." });
  }
}

async function withinPair(account: SimulatedAccount, peer: string): Promise<void> {
  if ((await countSentTo(account, peer)) >= 45)
    throw new SimulatedError(131056, "(Business Account, Consumer Account) pair rate limit hit");
}

/**
 * Stores an accepted message together with its later statuses in one transaction, so that nothing accepted is
 * forgotten.
 */
async function accept(account: SimulatedAccount, peer: string, body: Loose, callback: string): Promise<string> {
  // By itself: all that is sent takes a number from one row, and would wait for the whole of each other.
  const number = await inTransaction(account.companyId, () => nextNumber(account, "out"));
  return inTransaction(account.companyId, async () => {
    const id = newMessageId(account, peer, "out", number);
    await insertSent(account, { id, peer, body, callback, createdAt: now() });
    await noteTyping(account, peer, false);
    await scriptStatuses(account, { id, peer, callback, body });
    if (account.platform !== "whatsapp") await scriptEcho(account, { id, peer, body });
    return id;
  });
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function sent(
  c: SimulatorContext,
  peer: string,
  body: Loose,
  callback: string,
  answer: (id: string) => object,
): Promise<Response> {
  const account = c.get("account");
  const faults = await faultsOf(account);
  const fate = trouble(faults);
  await withinThroughput(account, faults);
  if (faults.pairLimit) await withinPair(account, peer);
  if (fate === "broken") return new Response("<html>502 Bad Gateway</html>", { status: 502 });
  const id = await accept(account, peer, body, callback);
  if (fate === "accept_broken") return new Response("<html>502 Bad Gateway</html>", { status: 502 });
  // Longer than any client waits.
  if (fate === "accept_silent") await wait(20_000);
  if (faults.statusFirst) await wait(700);
  return c.json(answer(id));
}

const typingMs = { whatsapp: 25_000, messenger: 20_000, instagram: 20_000 };

/** The business is seen writing until it has written, or for a while. */
async function noteTyping(account: SimulatedAccount, peer: string, typing: boolean): Promise<void> {
  if (typing) await putObject(account, "typing", peer, { until: Date.now() + typingMs[account.platform] });
  else await removeObject(account, "typing", peer);
}

async function readByBusiness(account: SimulatedAccount, id: string, typing: boolean): Promise<boolean> {
  const message = await markRead(account, id);
  if (message && typing) await noteTyping(account, message.peer, true);
  return message !== undefined;
}

/** Codes go to numbers only. */
async function refuseCode(account: SimulatedAccount, { template }: Loose): Promise<void> {
  const sent = objectIn(template);
  const known = await templateNamed(account, textIn(sent.name), textIn(objectIn(sent.language).code));
  if (known?.category === "AUTHENTICATION")
    throw new SimulatedError(131062, "Business-scoped user ids are not supported for this message");
}

async function fromNumber(c: SimulatorContext, body: Loose): Promise<Response> {
  const account = c.get("account");
  if (body.messaging_product !== "whatsapp") throw invalidParameter("messaging_product must be whatsapp");
  if (body.status === "read") {
    const typing = objectIn(body.typing_indicator).type === "text";
    if (body.typing_indicator && !typing) throw invalidParameter("typing_indicator.type must be text");
    if (!(await readByBusiness(account, textIn(body.message_id), typing)))
      throw invalidParameter("Message does not exist");
    return c.json({ success: true });
  }
  const input = textIn(body.to) || textIn(body.recipient);
  if (body.to && isUserId(textIn(body.to))) throw invalidParameter("A user id goes into recipient, not into to");
  const plus = input.startsWith("+");
  const digits = input.replace(/\D/g, "");
  const isUser = isUserId(input);
  // Without a plus the country of the business is put in front, as the real one does.
  const peer = isUser ? input : plus ? digits : `1${digits}`;
  if (!isUser && !/^\d{7,15}$/.test(peer)) throw invalidParameter("Invalid recipient");
  if (peer === account.number) throw new SimulatedError(131021, "Recipient cannot be sender");
  if (isUser) await refuseCode(account, body);
  await checkWhatsapp(account, body);
  if (body.type === "reaction") return reacted(c, peer, objectIn(body.reaction));
  const template = body.type === "template" ? { message_status: "accepted" } : {};
  const contact = isUser ? { input, user_id: peer } : { input, wa_id: peer };
  return sent(c, peer, body, textIn(body.biz_opaque_callback_data), (id) => ({
    messaging_product: "whatsapp",
    contacts: [contact],
    messages: [{ id, ...template }],
  }));
}

/** On the phone a reaction is part of the message it stands on; the platform gives it an id all the same. */
async function reacted(c: SimulatorContext, peer: string, reaction: Loose): Promise<Response> {
  const account = c.get("account");
  await keepReaction(account, peer, textIn(reaction.message_id), textIn(reaction.emoji));
  const id = newMessageId(account, peer, "out", await nextNumber(account, "out"));
  return c.json({ messaging_product: "whatsapp", contacts: [{ input: peer, wa_id: peer }], messages: [{ id }] });
}

async function keepReaction(account: SimulatedAccount, peer: string, target: string, emoji: string): Promise<void> {
  if (!(await isInThread(account, peer, target))) throw invalidParameter("Message does not exist");
  if (await windowClosed(account, peer)) throw new SimulatedError(131047, "Re-engagement message");
  await (emoji ? putObject(account, "reactions", target, { emoji }) : removeObject(account, "reactions", target));
}

const actions = new Set(["mark_seen", "typing_on", "typing_off", "react", "unreact"]);

async function fromPage(c: SimulatorContext, body: Loose): Promise<Response> {
  const account = c.get("account");
  const peer = textIn(objectIn(body.recipient).id);
  if (!peer) throw invalidParameter("recipient.id is required");
  if (body.sender_action !== undefined) {
    const action = textIn(body.sender_action);
    if (!actions.has(action)) throw invalidParameter(`Unknown sender_action ${action}`);
    if (await windowClosed(account, peer))
      throw new SimulatedError(10, "This message is sent outside of allowed window.", { subcode: 2018278 });
    if (action === "react" || action === "unreact") {
      const { message_id: target, reaction } = objectIn(body.payload);
      await keepReaction(account, peer, textIn(target), action === "react" ? textIn(reaction) : "");
    }
    if (action.startsWith("typing")) await noteTyping(account, peer, action === "typing_on");
    if (body.sender_action === "mark_seen") await markAllRead(account, peer);
    return c.json({ recipient_id: peer });
  }
  await checkPage(account, peer, body);
  const metadata = textIn(objectIn(body.message).metadata);
  return sent(c, peer, body, metadata, (id) => ({ recipient_id: peer, message_id: id }));
}

messagesPart.post("/:id/messages", async (c) => {
  const account = c.get("account");
  const own = account.platform === "whatsapp" ? [account.id] : [account.id, "me"];
  requireOwn(c.req.param("id"), own);
  const body = await bodyOf(c);
  return account.platform === "whatsapp" ? fromNumber(c, body) : fromPage(c, body);
});
