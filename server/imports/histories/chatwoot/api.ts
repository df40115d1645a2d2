import { z } from "zod";
import { second } from "#server/base/clock.ts";
import { OutboundError, outbound } from "#server/outbound/sending.ts";
import type { Trouble } from "../choices.ts";
import { type HistoryCursor, type HistoryFound, nothingFound, type PastLine, type Staged } from "../schema.ts";
import { contactIdsOf, contactOf, conversationOf, labelsOf, linesOf, listIn, lookupsOf } from "./records.ts";

/** Why Chatwoot gave no answer that can be used; `passing`: it may later. */
export class ChatwootFailure extends Error {
  readonly passing: boolean;
  readonly retryInMs: number | null;
  readonly code: Trouble;

  constructor(code: Trouble, message: string, passing: boolean, retryInMs: number | null = null) {
    super(message);
    this.code = code;
    this.passing = passing;
    this.retryInMs = retryInMs;
  }
}

export type ChatwootAccount = { address: string; accountId: string; accessToken: string; pool: string };

const timeoutMs = 20 * second;
const mostBytes = 16 * 1024 * 1024;
/** Longer than that an answer may not make us wait. */
const mostWaitMs = 600 * second;
/** A conversation with more than that many pages of messages is not asked for further. */
const mostPages = 600;

function refusalOf(statusCode: number, headers: Record<string, string>): ChatwootFailure {
  if (statusCode === 401 || statusCode === 403)
    return new ChatwootFailure(
      "unauthorized",
      "Chatwoot refuses the access token: it must be of an administrator of this account.",
      false,
    );
  if (statusCode === 404)
    return new ChatwootFailure("not_found", "Chatwoot knows no such account at this address.", false);
  const said = Number(headers["retry-after"]);
  const wait = Number.isFinite(said) && said > 0 ? Math.min(said * second, mostWaitMs) : null;
  if (statusCode === 429)
    return new ChatwootFailure("rate_limited", "Chatwoot asks to be called less often.", true, wait);
  if (statusCode >= 500)
    return new ChatwootFailure("unavailable", `Chatwoot answers ${statusCode}: it is out of order.`, true, wait);
  const redirects =
    statusCode >= 300 && statusCode < 400 ? " Redirects are not followed: give the address itself." : "";
  return new ChatwootFailure("refused", `Chatwoot answers ${statusCode}.${redirects}`, false);
}

async function ask(account: ChatwootAccount, path: string): Promise<unknown> {
  const { address, accountId, accessToken, pool } = account;
  const url = `${address.replace(/\/+$/, "")}/api/v1/accounts/${accountId}/${path}`;
  const headers = { api_access_token: accessToken, Accept: "application/json" };
  const answer = await outbound({ url, method: "GET", headers, timeoutMs, maxBytes: mostBytes, pool }).catch(
    (error: unknown) => {
      const known = error instanceof OutboundError ? error : new OutboundError("network", "The request failed.");
      const passing = known.kind === "timeout" || known.kind === "network";
      throw new ChatwootFailure(
        passing ? "unavailable" : "refused",
        `Chatwoot cannot be reached: ${known.message}`,
        passing,
      );
    },
  );
  if (answer.statusCode < 200 || answer.statusCode >= 300) throw refusalOf(answer.statusCode, answer.headers);
  try {
    if (answer.truncated) throw new Error("too long");
    return JSON.parse(answer.body.toString("utf8"));
  } catch {
    throw new ChatwootFailure("refused", "What answers at this address is not Chatwoot's API.", false);
  }
}

type Page = {
  items: Staged[];
  next: HistoryCursor | null;
  found: HistoryFound | null;
  labelled?: { label: string; sourceIds: string[] };
};

/** An older Chatwoot has no list of labels, or keeps it from this token: contacts come without them. */
async function labelsIn(account: ChatwootAccount): Promise<string[]> {
  try {
    return labelsOf(listIn(await ask(account, "labels")));
  } catch (error) {
    if (error instanceof ChatwootFailure && !error.passing) return [];
    throw error;
  }
}

/** Contacts are listed without their labels, and a call for each would be thousands: each label is asked for its contacts. */
async function labelPage(
  account: ChatwootAccount,
  { page, label = 0 }: HistoryCursor,
  labels: readonly string[],
): Promise<Page> {
  const name = labels[label];
  if (name === undefined) return { items: [], next: { step: "conversations", page: 1 }, found: null };
  const query = new URLSearchParams({ "labels[]": name, sort: "created_at", page: String(page) });
  const sourceIds = contactIdsOf(listIn(await ask(account, `contacts?${query}`)));
  const after: HistoryCursor = { step: "labels", page: 1, label: label + 1 };
  const next = sourceIds.length > 0 ? { step: "labels" as const, page: page + 1, label } : after;
  return { items: [], next, found: null, labelled: { label: name, sourceIds } };
}

/** One page of what there is: the lists that explain the rest, then contacts and their labels, then conversations, the oldest first. */
export async function readPage(account: ChatwootAccount, cursor: HistoryCursor, found: HistoryFound): Promise<Page> {
  const { step, page } = cursor;
  if (step === "lookups") {
    const inboxes = listIn(await ask(account, "inboxes"));
    const agents = listIn(await ask(account, "agents"));
    const all = { ...nothingFound, ...lookupsOf(inboxes, agents), labels: await labelsIn(account) };
    return { items: [], next: { step: "contacts", page: 1 }, found: all };
  }
  if (step === "contacts") {
    const raw = listIn(await ask(account, `contacts?sort=created_at&page=${page}`));
    const items = raw.flatMap((one) => contactOf(one) ?? []);
    const next: HistoryCursor = raw.length > 0 ? { step, page: page + 1 } : { step: "labels", page: 1, label: 0 };
    return { items, next, found: null };
  }
  if (step === "labels") return labelPage(account, cursor, found.labels ?? []);
  const raw = listIn(
    await ask(account, `conversations?status=all&assignee_type=all&sort_by=created_at_asc&page=${page}`),
  );
  const items = raw.flatMap((one) => conversationOf(one, found.agents, false));
  return { items, next: raw.length > 0 ? { step, page: page + 1 } : null, found: null };
}

const idOf = z.object({ id: z.number() });

/** The messages of a conversation after one, up to `lastId` where that is known, the oldest first. */
export async function readLines(
  account: ChatwootAccount,
  { conversation, after, lastId }: { conversation: string; after: number; lastId: number },
  found: HistoryFound,
): Promise<{ lines: PastLine[]; leftOut: number }> {
  const lines: PastLine[] = [];
  let leftOut = 0;
  let reached = after;
  for (let page = 0; page < mostPages; page += 1) {
    const path = `conversations/${encodeURIComponent(conversation)}/messages?after=${reached}`;
    const raw = listIn(await ask(account, path));
    const fresh = raw.filter((one) => (idOf.safeParse(one).data?.id ?? 0) > reached);
    if (fresh.length === 0) break;
    const read = linesOf(fresh, found.agents);
    lines.push(...read.lines);
    leftOut += read.leftOut;
    reached = Math.max(...fresh.map((one) => idOf.parse(one).id));
    if (lastId > 0 && reached >= lastId) break;
  }
  return { lines, leftOut };
}
