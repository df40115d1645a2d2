import { z } from "zod";

/** What our own check of a connection finds, in English; the screens have a text for each (i18n: channels.connection.findings). */
const sentences = {
  opensNumber: "The token opens the number {value}.",
  opensAccount: "The token opens {value}.",
  otherNumber: "The token opens another number.",
  otherPage: "The token opens another page.",
  otherAccount: "The token opens another account: {value}.",
  loginId:
    "The ID that was entered is that of the login in this app only, and no message comes under it. Enter the account's own id: {value}.",
  notLinked: "No Instagram account is linked to the page of this token.",
  otherLinked: "Another Instagram account is linked to the page of this token: {value}.",
  inAccount: "The number belongs to the business account.",
  notInAccount: "The number does not belong to this WhatsApp business account.",
  subscribed: "Incoming messages are sent here.",
  notSubscribed: "The app does not receive this account's webhooks.",
  numberUnread: "The number could not be read.",
  onPhoneApp: "The number is {value}: open the WhatsApp Business app on it.",
  unverified: "The number is not verified: have a code sent to it, and enter it here.",
  pinMissing: "The number is {value}: give its six-digit PIN to register it.",
  quality: "Quality: {value}.",
  limit: "Limit: {value}.",
  tokenRefused: "The platform does not accept this access token. {value}",
  permissionMissing: "The access token lacks a permission. {value}",
  unseen: "The platform does not know this ID, or the token may not see it. {value}",
  away: "The platform could not be asked right now. {value}",
  secretMissing: "No app secret is known, neither this channel's own nor the installation's (META_APP_SECRET).",
  secretWrong: "The app secret is not that of the app this token belongs to. {value}",
} as const;

export type FindingKey = keyof typeof sentences;

const keys = Object.keys(sentences) as [FindingKey, ...FindingKey[]];

export const findingSchema = z.object({
  key: z.enum(keys),
  value: z.string().meta({ description: "What the words need: a number, a name, the platform's own word." }),
});

export type Finding = z.output<typeof findingSchema>;

export function finding(key: FindingKey, value = ""): Finding {
  return { key, value };
}

export function inEnglish(words: readonly Finding[]): string {
  return words.map(({ key, value }) => sentences[key].replace("{value}", () => value)).join(" ");
}
