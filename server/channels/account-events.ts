import { listIn, momentIn, objectIn, textIn } from "./lossless.ts";

/**
 * What the platform says of a whole account. `cut`: nothing comes or goes any more; `restricted`: some things are not
 * allowed, until a moment where one is named; `warned`: all goes on; `well`: what was said before is over.
 */
export type AccountWord =
  | { state: "cut" | "warned"; message: string }
  | { state: "restricted"; message: string; until?: string }
  | { state: "well"; reconnected: boolean };

const leavings: Record<string, string> = {
  PARTNER_REMOVED: "The business has taken this app off its WhatsApp account.",
  PARTNER_APP_UNINSTALLED: "The app was uninstalled from the WhatsApp account.",
  ACCOUNT_OFFBOARDED: "The account no longer takes part in the platform's API.",
  ACCOUNT_DELETED: "The WhatsApp account was deleted.",
};

const reasons: Record<string, string> = {
  ACCOUNT_DISCONNECTED: "It was disconnected on the phone.",
  BUSINESS_DOWNGRADE: "The phone went back to the ordinary WhatsApp app.",
  CHANGE_NUMBER: "The number was changed on the phone.",
  COMPANION_INACTIVITY: "The connection was not used for 30 days.",
  PRIMARY_INACTIVITY: "The phone was not used for 14 days.",
  USER_RE_REGISTERED: "The number was registered anew.",
};

const restrictions: Record<string, string> = {
  RESTRICTED_BIZ_INITIATED_MESSAGING: "Conversations cannot be begun: no templates are sent.",
  RESTRICTED_CUSTOMER_INITIATED_MESSAGING: "Customers cannot be answered.",
  RESTRICTED_ADD_PHONE_NUMBER_ACTION: "No numbers can be added.",
};

/** The platform's own word, readable: SPAM_VIOLATION becomes "spam violation". */
const readable = (word: string) => word.toLowerCase().replaceAll("_", " ");
const sentence = (...parts: string[]) => parts.filter((part) => part !== "").join(" ");
const dayOf = (at: Date) => at.toISOString().slice(0, 10);

function leaving(event: string, value: Record<string, unknown>): AccountWord {
  const reason = textIn(objectIn(value.disconnection_info).reason);
  const why = reasons[reason] ?? (reason ? `Reason: ${readable(reason)}.` : "");
  return { state: "cut", message: sentence(leavings[event] ?? "", why) };
}

function disabling(value: Record<string, unknown>, at: Date): AccountWord {
  const ban = objectIn(value.ban_info);
  const state = textIn(ban.waba_ban_state);
  const day = dayOf(momentIn(ban.waba_ban_date, at));
  if (state === "REINSTATE") return { state: "well", reconnected: true };
  if (state.startsWith("SCHEDULE")) {
    return {
      state: "restricted",
      message: `The platform will disable this account: ${textIn(ban.waba_ban_date) || day}.`,
    };
  }
  return { state: "cut", message: "The platform has disabled this account for breaking its policies." };
}

function restricting(value: Record<string, unknown>, at: Date): AccountWord {
  const listed = listIn(value.restriction_info).map(objectIn);
  if (listed.length === 0) return { state: "well", reconnected: false };
  const ends = listed.flatMap((one) => (textIn(one.expiration) ? [momentIn(one.expiration, at)] : []));
  const last = ends.toSorted((a, b) => b.getTime() - a.getTime())[0];
  const words = listed.map((one) => {
    const type = textIn(one.restriction_type);
    return restrictions[type] ?? `Restriction: ${readable(type)}.`;
  });
  const message = sentence(...words, last ? `Until ${dayOf(last)}.` : "");
  return { state: "restricted", message, ...(last ? { until: last.toISOString() } : {}) };
}

function accountUpdate(value: Record<string, unknown>, at: Date): AccountWord | undefined {
  const event = textIn(value.event);
  if (leavings[event]) return leaving(event, value);
  if (event === "ACCOUNT_RECONNECTED") return { state: "well", reconnected: true };
  if (event === "DISABLED_UPDATE") return disabling(value, at);
  if (event === "ACCOUNT_RESTRICTION") return restricting(value, at);
  if (event !== "ACCOUNT_VIOLATION") return undefined;
  const kind = readable(textIn(objectIn(value.violation_info).violation_type));
  return { state: "warned", message: `The platform found a violation of its policies${kind ? `: ${kind}` : ""}.` };
}

/** What an account-level webhook says of the channel, in words; undefined where it says nothing of the kind. */
export function accountWord(field: string, value: Record<string, unknown>, at: Date): AccountWord | undefined {
  if (field === "account_update") return accountUpdate(value, at);
  if (field === "account_review_update" && textIn(value.decision) === "REJECTED") {
    return { state: "warned", message: "The platform has not approved this account." };
  }
  if (field !== "policy_enforcement") return undefined;
  if (textIn(value.action) !== "block") return { state: "well", reconnected: false };
  const reason = textIn(value.reason);
  return { state: "restricted", message: sentence("The platform blocks messages of this page.", reason) };
}
