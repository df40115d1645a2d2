import { type ProblemKey, type ProblemWord, readable } from "../connection/problem-words.ts";
import { listIn, momentIn, objectIn, textIn } from "./lossless.ts";

/**
 * What the platform says of a whole account. `cut`: nothing comes or goes any more; `restricted`: some things are not
 * allowed, until a moment where one is named; `warned`: all goes on; `well`: what was said before is over.
 */
export type AccountWord =
  | { state: "cut" | "warned"; words: ProblemWord[] }
  | { state: "restricted"; words: ProblemWord[]; until?: string }
  | { state: "well"; reconnected: boolean };

const leavings: Record<string, ProblemKey> = {
  PARTNER_REMOVED: "partnerRemoved",
  PARTNER_APP_UNINSTALLED: "appUninstalled",
  ACCOUNT_OFFBOARDED: "offboarded",
  ACCOUNT_DELETED: "accountDeleted",
};

const reasons: Record<string, ProblemKey> = {
  ACCOUNT_DISCONNECTED: "onPhone",
  BUSINESS_DOWNGRADE: "downgraded",
  CHANGE_NUMBER: "numberChanged",
  COMPANION_INACTIVITY: "connectionUnused",
  PRIMARY_INACTIVITY: "phoneUnused",
  USER_RE_REGISTERED: "registeredAnew",
};

const restrictions: Record<string, ProblemKey> = {
  RESTRICTED_BIZ_INITIATED_MESSAGING: "cannotBegin",
  RESTRICTED_CUSTOMER_INITIATED_MESSAGING: "cannotAnswer",
  RESTRICTED_ADD_PHONE_NUMBER_ACTION: "cannotAddNumbers",
};

const dayOf = (at: Date) => at.toISOString().slice(0, 10);
const word = (key: ProblemKey, value = ""): ProblemWord => ({ key, value });
/** Known events have texts of our own; unknown ones are shown in the platform's words. */
const known = (table: Record<string, ProblemKey>, name: string, otherwise: ProblemKey) =>
  table[name] ? word(table[name]) : word(otherwise, readable(name));

function leaving(event: string, value: Record<string, unknown>): AccountWord {
  const reason = textIn(objectIn(value.disconnection_info).reason);
  const why = reason ? [known(reasons, reason, "otherReason")] : [];
  return { state: "cut", words: [known(leavings, event, "otherReason"), ...why] };
}

function disabling(value: Record<string, unknown>, at: Date): AccountWord {
  const ban = objectIn(value.ban_info);
  const state = textIn(ban.waba_ban_state);
  const day = dayOf(momentIn(ban.waba_ban_date, at));
  if (state === "REINSTATE") return { state: "well", reconnected: true };
  if (state.startsWith("SCHEDULE")) {
    return { state: "restricted", words: [word("disabledSoon", textIn(ban.waba_ban_date) || day)] };
  }
  return { state: "cut", words: [word("disabled")] };
}

function restricting(value: Record<string, unknown>, at: Date): AccountWord {
  const listed = listIn(value.restriction_info).map(objectIn);
  if (listed.length === 0) return { state: "well", reconnected: false };
  const ends = listed.flatMap((one) => (textIn(one.expiration) ? [momentIn(one.expiration, at)] : []));
  const last = ends.toSorted((a, b) => b.getTime() - a.getTime())[0];
  const words = listed.map((one) => known(restrictions, textIn(one.restriction_type), "otherRestriction"));
  if (!last) return { state: "restricted", words };
  return { state: "restricted", words: [...words, word("until", dayOf(last))], until: last.toISOString() };
}

function accountUpdate(value: Record<string, unknown>, at: Date): AccountWord | undefined {
  const event = textIn(value.event);
  if (leavings[event]) return leaving(event, value);
  if (event === "ACCOUNT_RECONNECTED") return { state: "well", reconnected: true };
  if (event === "DISABLED_UPDATE") return disabling(value, at);
  if (event === "ACCOUNT_RESTRICTION") return restricting(value, at);
  if (event !== "ACCOUNT_VIOLATION") return undefined;
  const kind = readable(textIn(objectIn(value.violation_info).violation_type));
  return { state: "warned", words: [kind ? word("violationOf", kind) : word("violation")] };
}

/** What an account-level webhook says of the channel, in words; undefined where it says nothing of the kind. */
export function accountWord(field: string, value: Record<string, unknown>, at: Date): AccountWord | undefined {
  if (field === "account_update") return accountUpdate(value, at);
  if (field === "account_review_update" && textIn(value.decision) === "REJECTED") {
    return { state: "warned", words: [word("notApproved")] };
  }
  if (field !== "policy_enforcement") return undefined;
  if (textIn(value.action) !== "block") return { state: "well", reconnected: false };
  const reason = textIn(value.reason);
  return { state: "restricted", words: [word("pageBlocked"), ...(reason ? [word("platform", reason)] : [])] };
}
