import { z } from "zod";
import { dateOut, idField } from "#server/core/fields.ts";

export const pushDeviceSchema = z.object({
  id: idField,
  device: z.string().meta({ description: "Kind, system and browser in three words; empty when unknown." }),
  current: z.boolean().meta({ description: "Of the session that asks." }),
  createdAt: dateOut,
  pushedAt: dateOut.nullable().meta({ description: "When it last took something; null: not yet." }),
});
export type PushDevice = z.infer<typeof pushDeviceSchema>;

const base64url = z.string().regex(/^[A-Za-z0-9_-]{1,256}={0,2}$/);

/** A PushSubscription as the browser's toJSON gives it. */
export const subscriptionSchema = z.object({
  endpoint: z.url({ protocol: /^https?$/ }).max(2000),
  keys: z.object({ p256dh: base64url, auth: base64url }),
});

export const registerDeviceInput = subscriptionSchema.extend({ userAgent: z.string().max(500).default("") });
export const deviceIdInput = z.object({ deviceId: z.string() });

export const testOutput = z.object({
  outcome: z
    .enum(["sent", "gone", "failed"])
    .meta({ description: "gone: the browser does not want any more, and the device was removed." }),
});

/** What a device is sent. */
const pushPayloadSchema = z.object({
  title: z.string(),
  body: z.string(),
  url: z.string(),
  /** The same one replaces what stands there. */
  tag: z.string(),
  unread: z.int(),
  /** Whose it is: a browser may show those of several. */
  company: z.object({ id: z.string(), name: z.string() }),
});
export type PushPayload = z.infer<typeof pushPayloadSchema>;
