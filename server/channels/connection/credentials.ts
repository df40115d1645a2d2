import { z } from "zod";
import type { ChannelType } from "../schema.ts";

export const platforms = ["whatsapp", "messenger", "instagram"] as const;
export type Platform = (typeof platforms)[number];

const platformOfType: Partial<Record<ChannelType, Platform>> = {
  WHATSAPP_API: "whatsapp",
  FACEBOOK: "messenger",
  INSTAGRAM: "instagram",
};

/** The platform that a connector talks to for this type of channel; undefined: no connector. */
export function platformOf(type: ChannelType): Platform | undefined {
  return platformOfType[type];
}

const platformId = z
  .string()
  .trim()
  .regex(/^\d{1,32}$/, { message: "An id of the platform: digits only." });

const shared = {
  accessToken: z.string().trim().min(1).max(4096),
  appSecret: z.string().trim().max(256).default(""),
  verifyToken: z.string().trim().max(256).default(""),
};

/** What a connector signs in with. Kept sealed; never leaves the server. */
export const credentialsSchema = z.discriminatedUnion("platform", [
  z.object({
    platform: z.literal("whatsapp"),
    phoneNumberId: platformId,
    wabaId: platformId,
    pin: z
      .string()
      .regex(/^\d{6}$/)
      .optional(),
    ...shared,
  }),
  z.object({ platform: z.literal("messenger"), pageId: platformId, ...shared }),
  z.object({
    platform: z.literal("instagram"),
    /** page: through a Facebook page; login: an Instagram login without a page. */
    flavour: z.enum(["page", "login"]),
    accountId: platformId,
    pageId: platformId.optional(),
    ...shared,
  }),
]);

export type Credentials = z.output<typeof credentialsSchema>;

/**
 * Whose subscription brings its webhooks, so that channels with the same one share it: a business account, a page, or
 * an Instagram login's own account. Null: a page that is not known yet.
 */
export function subscriberId(credentials: Credentials): string | null {
  if (credentials.platform === "whatsapp") return credentials.wabaId;
  const login = credentials.platform === "instagram" && credentials.flavour === "login";
  return login ? credentials.accountId : (credentials.pageId ?? null);
}

/** The id under which the platform's webhooks name the channel. */
export function routingId(credentials: Credentials): string {
  if (credentials.platform === "whatsapp") return credentials.phoneNumberId;
  return credentials.platform === "messenger" ? credentials.pageId : credentials.accountId;
}
