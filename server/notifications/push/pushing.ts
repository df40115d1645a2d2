import { z } from "zod";
import { isolated } from "#i18n/isolating.ts";
import { AppError } from "#server/base/errors.ts";
import { ownCompany, settingsOf } from "#server/companies/access.ts";
import { readableConversations } from "#server/conversations/access.sql.ts";
import { type Actor, systemActor } from "#server/core/actor.ts";
import { findEvent } from "#server/core/events/reading.sql.ts";
import { maskValue } from "#server/core/masking.ts";
import { command, query } from "#server/core/operation.ts";
import { masksOf } from "#server/core/rights.ts";
import { prisma } from "#server/db/prisma.ts";
import { readableUser, rightsOf } from "#server/users/access.ts";
import { hrefOf } from "../choices.ts";
import { countNotifications } from "../listing.sql.ts";
import { viewNotifications } from "../viewing.ts";
import { devicesOf } from "./devices.sql.ts";
import { ownDevice } from "./devices.ts";
import { type PushOutcome, post } from "./posting.ts";
import { deviceIdInput, type PushPayload, testOutput } from "./schema.ts";
import { pushWords } from "./words.ts";

/** The person as their own screens have them: a device is told only what they may see. */
export async function readerOf(system: Actor, userId: string) {
  const { companyId } = system;
  const user = await readableUser(system, userId);
  const { name: companyName, settings: stored } = await ownCompany(system);
  const { locale, pushShowsText } = settingsOf(stored);
  const { id, name } = user;
  const actor: Actor = { type: "user", companyId, id, userId: id, name, ...(await rightsOf(user, stored)) };
  const company = { id: companyId, name: companyName };
  return { actor, company, words: pushWords(user.preferences, locale), pushShowsText };
}

/** What to show for one notification; undefined where it was read meanwhile, or is not theirs to see any more. */
export async function payloadFor(system: Actor, userId: string, id: string): Promise<PushPayload | undefined> {
  const { companyId } = system;
  const row = await prisma.notification.findFirst({ where: { companyId, id, userId, readAt: null } });
  if (!row) return undefined;
  const { actor, company, words, pushShowsText } = await readerOf(system, userId);
  const { conversationId: about } = row;
  if (about && (await readableConversations(actor, [about])).length === 0) return undefined;
  const [shown] = await viewNotifications(actor, [row]);
  if (!shown) return undefined;
  const { kind, aboutId, conversationId, name, text } = shown;
  const told = maskValue(pushShowsText ? [name, text] : [name], masksOf(actor)).filter(Boolean);
  return {
    title: words.titles[kind],
    body: told.length > 1 ? told.map(isolated).join(": ") : (told[0] ?? ""),
    url: hrefOf({ kind, aboutId, conversationId }),
    tag: `${kind}:${aboutId}`,
    unread: await countNotifications(actor, true),
    company,
  };
}

/** A push service that took it, or says that nobody is there any more. */
const settleDevice = command({
  name: "notifications.settleDevice",
  access: "system",
  input: z.object({ deviceId: z.uuid(), gone: z.boolean() }),
  output: z.object({}),
  example: (given) => ({ deviceId: given.pushDeviceId ?? "", gone: false }),
  async run({ actor: { companyId }, input: { deviceId: id, gone }, now, emit }) {
    const where = { companyId, id };
    const found = await prisma.pushDevice.findFirst({ where });
    if (!found) return {};
    if (gone) await prisma.pushDevice.deleteMany({ where });
    else await prisma.pushDevice.updateMany({ where, data: { pushedAt: now } });
    emit({ type: "notification/changed", data: { people: [{ userId: found.userId }] } });
    return {};
  },
});

async function pushTo(system: Actor, device: { id: string; subscription: string }, payload: PushPayload) {
  const outcome = await post(device.subscription, payload);
  if (outcome === "sent" || outcome === "gone")
    await settleDevice.execute(system, { deviceId: device.id, gone: outcome === "gone" });
  return outcome;
}

// These call other servers, which no transaction may wait for: they are queries, which run outside of one.

/**
 * Shows what an event has made on the devices of those who want it pushed, or on one of them. Again where a push service
 * was away: `left` are those that this is true of while others took it, which would ring once more.
 */
export const pushEvent = query({
  name: "notifications.push",
  access: "system",
  input: z.object({ eventId: z.uuid(), deviceId: z.uuid().optional() }),
  output: z.object({ sent: z.int(), left: z.array(z.string()) }),
  example: (given) => ({ eventId: given.notificationId ?? "" }),
  async run({ actor: system, input }) {
    const event = await findEvent(system.companyId, input.eventId);
    if (event?.type !== "notification/changed") return { sent: 0, left: [] };
    const wanted = event.data.people.flatMap(({ userId, made }) => (made?.push ? [{ userId, id: made.id }] : []));
    const devices = await devicesOf(
      system.companyId,
      wanted.map(({ userId }) => userId),
    );
    const outcomes = new Map<string, PushOutcome>();
    const tries: Promise<unknown>[] = [];
    for (const { userId, id } of wanted) {
      const own = devices.filter((one) => one.userId === userId && (!input.deviceId || one.id === input.deviceId));
      const payload = own.length > 0 ? await payloadFor(system, userId, id) : undefined;
      if (!payload) continue;
      for (const device of own)
        tries.push(pushTo(system, device, payload).then((outcome) => outcomes.set(device.id, outcome)));
    }
    await Promise.all(tries);
    const all = (wanted: PushOutcome) => [...outcomes].flatMap(([id, outcome]) => (outcome === wanted ? [id] : []));
    const [sent, left] = [all("sent"), all("later")];
    if (left.length > 0 && sent.length === 0) throw new AppError("unavailable");
    return { sent: sent.length, left };
  },
});

/** "Send me a test", to one device. */
export const testDevice = query({
  name: "notifications.testDevice",
  access: "person",
  whileSeeing: "refused",
  input: deviceIdInput,
  output: testOutput,
  example: (given) => ({ deviceId: given.pushDeviceId ?? "" }),
  async run({ actor, input }) {
    const device = await ownDevice(actor, input.deviceId);
    const system = systemActor(actor.companyId);
    const { company, words } = await readerOf(system, device.userId);
    const unread = await countNotifications(actor, true);
    const test = {
      title: words.test,
      body: words.testBody,
      url: "/settings/notifications",
      tag: "test",
      unread,
      company,
    };
    const outcome = await pushTo(system, device, test);
    return { outcome: outcome === "sent" || outcome === "gone" ? outcome : ("failed" as const) };
  },
});
