import type { z } from "zod";
import type { problemKeys, problemWordSchema } from "./problem-schema.ts";

export type ProblemKey = (typeof problemKeys)[number];
export type ProblemWord = z.output<typeof problemWordSchema>;

/** The platform's own word, readable: SPAM_VIOLATION becomes "spam violation". */
export const readable = (word: string) => word.toLowerCase().replaceAll("_", " ");

/** In English, for logs and the API; screens have their own words for each key (i18n: frame.channelProblems.words). */
const english: Record<ProblemKey, (value: string) => string> = {
  partnerRemoved: () => "The business has removed this app from its WhatsApp account.",
  appUninstalled: () => "The app was uninstalled from the WhatsApp account.",
  offboarded: () => "The account was removed from the platform's API.",
  accountDeleted: () => "The WhatsApp account was deleted.",
  onPhone: () => "It was disconnected on the phone.",
  downgraded: () => "The phone switched back to the regular WhatsApp app.",
  numberChanged: () => "The number was changed on the phone.",
  connectionUnused: () => "The connection was not used for 30 days.",
  phoneUnused: () => "The phone was not used for 14 days.",
  registeredAnew: () => "The number was registered again elsewhere.",
  otherReason: (value) => `Reason: ${value}.`,
  disabled: () => "The platform has disabled this account for breaking its policies.",
  disabledSoon: (value) => `The platform will disable this account: ${value}.`,
  cannotBegin: () => "Conversations cannot be started: no templates are sent.",
  cannotAnswer: () => "Customers cannot be answered.",
  cannotAddNumbers: () => "No numbers can be added.",
  otherRestriction: (value) => `Restriction: ${value}.`,
  until: (value) => `Until ${value}.`,
  violation: () => "The platform found a violation of its policies.",
  violationOf: (value) => `The platform found a violation of its policies: ${value}.`,
  notApproved: () => "The platform has not approved this account.",
  pageBlocked: () => "The platform blocks messages from this page.",
  foreign: () => "The saved access data belongs to a different number, page or account.",
  takenOver: () => "The number, page or account has been connected elsewhere.",
  accessLost: () => "The platform no longer accepts the channel's access: connect it again.",
  permissionLacking: () => "The access token lacks a permission: connect the channel again.",
  numberGone: () => "The number is no longer registered with the platform.",
  locked: () => "The platform has locked this account.",
  blockedAwhile: () => "The platform has blocked this account for a while for breaking its policies.",
  countryClosed: () => "The platform does not let this account write to people in some countries.",
  unpaid: () => "The platform sends nothing more: there is a problem with the payment of this account.",
  platform: (value) => value,
};

export function sentenceOf(words: readonly ProblemWord[]): string {
  return words.map(({ key, value }) => english[key](value)).join(" ");
}

const restrictions: Record<number, ProblemKey> = { 368: "blockedAwhile", 130497: "countryClosed", 131042: "unpaid" };

/** For the platform's error codes that cut a channel off or lock it; none where only the check's finding says why. */
export function wordsOfCode(code: number, restricted: boolean): ProblemWord[] {
  const word = (key: ProblemKey) => [{ key, value: "" }];
  if (restricted) return word(restrictions[code] ?? "locked");
  if (code === 190 || code === 102) return word("accessLost");
  if (code === 3 || code === 10 || code === 131005 || (code >= 200 && code < 300)) return word("permissionLacking");
  return code === 33 || code === 131045 || code === 133010 ? word("numberGone") : [];
}
