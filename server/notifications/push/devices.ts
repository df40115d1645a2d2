import { z } from "zod";
import { AppError, invalidField, notFound } from "#server/base/errors.ts";
import { isId, newId } from "#server/base/ids.ts";
import { seal, sha256 } from "#server/base/secrets.ts";
import type { Actor } from "#server/core/actor.ts";
import { deviceOf } from "#server/core/devices.ts";
import { command, query } from "#server/core/operation.ts";
import type { PushDevice } from "#server/db/generated/client.ts";
import { prisma } from "#server/db/prisma.ts";
import { refuseParsed } from "#server/outbound/targets.ts";
import { deviceIdInput, pushDeviceSchema, registerDeviceInput } from "./schema.ts";
import { vapidKeys } from "./vapid.ts";

const maxDevices = 20;

const view = ({ sessionId }: Actor, device: PushDevice) => ({
  ...device,
  current: sessionId !== undefined && device.sessionId === sessionId,
});

/** One of the person's own; not_found otherwise. */
export async function ownDevice({ companyId, userId }: Actor, id: string): Promise<PushDevice> {
  const where = { companyId, id, userId: userId ?? "" };
  const found = isId(id) && userId ? await prisma.pushDevice.findFirst({ where }) : undefined;
  if (!found) throw notFound("device");
  return found;
}

/** The person's devices, the newest first, and the key with which a browser subscribes. */
export const listDevices = query({
  name: "notifications.devices",
  access: "person",
  input: z.object({}),
  output: z.object({ publicKey: z.string(), devices: z.array(pushDeviceSchema) }),
  example: () => ({}),
  async run({ actor }) {
    const where = { companyId: actor.companyId, userId: actor.userId ?? "", session: { revokedAt: null } };
    const found = await prisma.pushDevice.findMany({ where, orderBy: { id: "desc" }, take: maxDevices });
    return { publicKey: vapidKeys().publicKey, devices: found.map((device) => view(actor, device)) };
  },
});

/** Shows notifications on this browser from now on; the same browser again is the same device. */
export const registerDevice = command({
  name: "notifications.registerDevice",
  access: "person",
  input: registerDeviceInput,
  output: pushDeviceSchema,
  example: () => ({
    endpoint: "https://push.example.com/send/abc",
    keys: {
      p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
      auth: "BTBZMqHH6r4Tts7J_aSIgg",
    },
  }),
  async run({ actor, input, now, emit }) {
    const { companyId, userId, sessionId = null } = actor;
    if (!userId) throw new AppError("forbidden");
    const { userAgent, ...subscription } = input;
    if (refuseParsed(new URL(subscription.endpoint)))
      throw invalidField("endpoint", "Not an address of a push service.", "invalid_address");
    const endpointHash = sha256(subscription.endpoint);
    const changing = { sessionId, subscription: seal(JSON.stringify(subscription)), device: deviceOf(userAgent) };
    const known = await prisma.pushDevice.findFirst({ where: { companyId, userId, endpointHash } });
    if (!known && (await prisma.pushDevice.count({ where: { companyId, userId } })) >= maxDevices)
      throw new AppError("limit_reached", { message: `At most ${maxDevices} devices.` });
    const own = { companyId, userId, endpointHash };
    const made = await prisma.pushDevice.upsert({
      where: { companyId_userId_endpointHash: own },
      create: { ...own, id: newId(), ...changing, createdAt: now },
      update: changing,
    });
    emit({ type: "notification/changed", data: { people: [{ userId }] } });
    return view(actor, made);
  },
});

export const removeDevice = command({
  name: "notifications.removeDevice",
  access: "person",
  input: deviceIdInput,
  output: z.object({ id: z.string(), deleted: z.literal(true) }),
  example: (given) => ({ deviceId: given.pushDeviceId ?? "" }),
  async run({ actor, input, emit }) {
    const { companyId, id, userId } = await ownDevice(actor, input.deviceId);
    await prisma.pushDevice.delete({ where: { companyId_id: { companyId, id } } });
    emit({ type: "notification/changed", data: { people: [{ userId }] } });
    return { id, deleted: true as const };
  },
});
