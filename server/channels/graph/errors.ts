/**
 * What is to be done about a platform's error (channels.md 2.8, 3.3):
 * retry: transient, bounded, with backoff; slow: the number is too fast; pair: this recipient only, 4^n seconds;
 * maintenance: every 20 s; fail: this message is lost; window: a template is needed; unreachable: fail and mark the
 * number; optout: fail and note the wish; fix: wrong template or parameters, stop a campaign at the first hit;
 * pause: the template is paused; stop: stop sending campaigns; restricted: the account is locked, or not paid for; denied: not allowed,
 * for this message or for all: a check of the connection tells; reconnect: the channel is cut off, if a check fails too;
 * unknown: perhaps accepted, never send again.
 */
export type GraphAction =
  | "retry"
  | "slow"
  | "pair"
  | "maintenance"
  | "fail"
  | "window"
  | "unreachable"
  | "optout"
  | "fix"
  | "pause"
  | "stop"
  | "restricted"
  | "denied"
  | "reconnect"
  | "unknown";

type Entry = readonly [action: GraphAction, sentence: string];

const token: Entry = ["reconnect", "The platform no longer accepts the channel's access: connect it again."];
const permission: Entry = ["reconnect", "The access token lacks a permission: connect the channel again."];
const denied: Entry = ["denied", "The platform does not allow this message: the answering window may be over."];
const lacking: Entry = ["denied", "The platform does not allow this message: the access may lack a permission."];
const gone: Entry = ["reconnect", "The number is not registered with the platform any more."];
const transient: Entry = ["retry", "The platform had a passing problem."];
const template: Entry = ["fix", "The template or its parameters do not fit."];

const table: Record<number, Entry> = {
  130429: ["slow", "The number sends faster than the platform allows."],
  4: ["slow", "Too many calls for this app."],
  613: ["slow", "Too many calls for this account."],
  80007: ["slow", "Too many calls for this account."],
  131056: ["pair", "Too many messages to this person in a short time."],
  131000: transient,
  131016: transient,
  1: transient,
  2: transient,
  1200: transient,
  133004: transient,
  131057: ["maintenance", "The number is being upgraded by the platform."],
  131053: ["retry", "The platform could not fetch the file."],
  131047: ["window", "More than 24 hours have passed since the last message of the customer: send a template."],
  131026: ["unreachable", "The message cannot be delivered: the number may not be on WhatsApp."],
  551: ["unreachable", "This person cannot be written to right now."],
  131049: ["fail", "The platform withheld a marketing message to protect this person."],
  131050: ["optout", "This person has stopped marketing messages."],
  130472: ["fail", "The platform holds marketing messages to this person back as an experiment."],
  130403: ["unreachable", "This person has blocked the business."],
  131048: ["stop", "Too many messages were reported as spam."],
  131064: ["stop", "The platform limits messages of this kind."],
  132000: ["fix", "The number of parameters does not match the template."],
  132001: ["fix", "The template does not exist in this language or is not approved."],
  132005: ["fix", "The text of the template is too long once filled in."],
  132007: ["fix", "The template breaks a policy of the platform."],
  132012: ["fix", "A parameter has the wrong format for the template."],
  132018: template,
  132015: ["pause", "The template is paused for low quality."],
  132016: ["pause", "The template is disabled for low quality."],
  131008: ["fail", "A required parameter is missing."],
  131009: ["fail", "A parameter is not valid."],
  100: ["fail", "A parameter is not valid."],
  131051: ["fail", "The platform does not support this type of message."],
  131021: ["fail", "Recipient and sender are the same number."],
  131030: ["fail", "The recipient is not in the list of allowed test numbers."],
  131037: ["fail", "The number has no approved display name."],
  131062: ["fail", "This kind of message needs a phone number."],
  131042: ["restricted", "There is a problem with the payment account at the platform."],
  131031: ["restricted", "The platform has locked the account."],
  368: ["restricted", "The platform has blocked the account for a while for breaking a policy."],
  130497: ["restricted", "The business may not write to people in this country."],
  133005: ["fail", "The PIN is not the number's: enter the one that was set for it."],
  133006: ["fail", "The number has to be verified by a code first."],
  133008: ["fail", "Too many wrong PINs: wait before the next try."],
  133009: ["fail", "The PIN was entered too fast after the last try: wait a moment."],
  133015: ["fail", "The number was deleted a moment ago: try again in five minutes."],
  133016: ["fail", "The number was registered too often: try again later."],
  190: token,
  0: token,
  3: permission,
  10: denied,
  131005: permission,
  33: gone,
  131045: gone,
  133010: gone,
};

/** The pairs of code and subcode that mean something else than the code alone. */
const pairs: Record<string, Entry> = {
  "10/2018278": ["window", "More than 24 hours have passed since the last message of the customer."],
  "10/2018065": ["window", "More than 24 hours have passed since the last message of the customer."],
  "10/2018108": ["unreachable", "This person does not receive messages from you right now."],
  "10/2534022": ["window", "More than 24 hours have passed since the last message of the customer."],
  "200/2018028": [
    "unreachable",
    "This person cannot be written to: until Meta approves it, the app reaches its testers only.",
  ],
  "200/1545041": ["unreachable", "This person cannot be written to right now."],
  "100/2018001": ["unreachable", "There is no such person for this page."],
  "100/2534014": ["unreachable", "There is no such person for this account."],
  "100/33": ["reconnect", "The platform does not know this number or page, or the token may not see it."],
};

const byDefault: Entry = ["fail", "The platform refused the message."];

/** Action and a sentence for people for a platform's error. */
export function entryFor(code: number, subcode: number | null, status: number): Entry {
  const pair = subcode === null ? undefined : pairs[`${code}/${subcode}`];
  const known = pair ?? table[code];
  if (known) return known;
  if (code >= 200 && code <= 299) return lacking;
  if (code >= 132000 && code <= 132999) return template;
  if (status === 429) return ["slow", "Too many calls."];
  return status >= 500 ? transient : byDefault;
}

const passing: readonly GraphAction[] = ["retry", "slow", "pair", "maintenance", "unknown"];

/** Whether the platform was unreachable or busy, so that a later try may succeed. */
export function isTransient(action: GraphAction): boolean {
  return passing.includes(action);
}
