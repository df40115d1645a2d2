import { buildHeader, hearBuild } from "#components/frame/reaching/other-build.ts";
import { hearServerDate } from "#components/time/server-clock.ts";
import { isRecord } from "../records.ts";
import { CallError } from "./call-error.ts";

/** One call of a procedure, as tRPC's servers know it. */
export type Call = {
  kind: "query" | "mutation";
  /** Such as `tags.list`. */
  path: string;
  input: unknown;
  signal?: AbortSignal | undefined;
};

/** Makes a call; what goes wrong is a CallError. */
export type Caller = (call: Call) => Promise<unknown>;

type Door = { url: string; headers: Readonly<Record<string, string>>; longestUrl: number; mostCalls: number };
type Waiting = { call: Call; resolve: (answer: unknown) => void; reject: (error: CallError) => void };

/**
 * tRPC's batches over HTTP: calls made in the same moment share one request. Our own, because the library brings a
 * page nine times as much (its sockets, streams and codes of errors); `trpc.test.ts` holds it to the library's requests.
 */
export function batched(door: Door): Caller {
  const lines = { query: line(door), mutation: line(door) };
  return (call) => lines[call.kind](call);
}

function line(door: Door): Caller {
  let waiting: Waiting[] = [];
  const send = () => {
    const calls = waiting;
    waiting = [];
    for (const group of grouped(calls, door)) void ask(group, door);
  };
  return (call) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setTimeout(send);
      waiting.push({ call, resolve, reject });
    });
}

function grouped(calls: readonly Waiting[], door: Door): Waiting[][] {
  const groups: Waiting[][] = [];
  for (const one of calls) {
    if (one.call.signal?.aborted) {
      one.reject(new CallError("Aborted"));
      continue;
    }
    const last = groups.at(-1);
    const fits = last && last.length < door.mostCalls && urlOf([...last, one], door).length <= door.longestUrl;
    if (fits) last.push(one);
    else groups.push([one]);
  }
  return groups;
}

/** As long as proxies wait for a server. On a line that has died half-way a browser waits for many minutes. */
const patienceMs = 60_000;

async function ask(group: readonly Waiting[], door: Door): Promise<void> {
  const ending = new AbortController();
  const late = setTimeout(() => ending.abort(new Error("No answer came in time")), patienceMs);
  whenAllAbort(group, ending);
  try {
    const askedAt = Date.now();
    const response = await fetch(urlOf(group, door), { ...requestOf(group, door), signal: ending.signal });
    hearServerDate(response.headers.get("date"), askedAt);
    hearBuild(response.headers.get(buildHeader));
    const answers: unknown = await response.json().catch((cause: unknown) => refusedOnTheWay(response.status, cause));
    for (const [index, one] of group.entries()) settle(one, Array.isArray(answers) ? answers[index] : answers);
  } catch (cause) {
    for (const { reject } of group) reject(new CallError(cause instanceof Error ? cause.message : "", { cause }));
  } finally {
    clearTimeout(late);
  }
}

/** Asked again, these may be answered by ours. */
const passing = new Set([408, 425, 429]);

/** A proxy's own page, in place of ours: what it will not let through does not get through by being repeated. */
function refusedOnTheWay(httpStatus: number, cause: unknown): unknown {
  if (httpStatus < 400 || httpStatus >= 500 || passing.has(httpStatus)) throw cause;
  const error = httpStatus === 413 ? "payload_too_large" : "refused_on_the_way";
  const message = `A server on the way to Parley refused this (${httpStatus}). Tell your administrator.`;
  return { error: { message, data: { error, httpStatus } } };
}

function inputsOf(group: readonly Waiting[]): string {
  return JSON.stringify(Object.fromEntries(group.map(({ call }, index) => [index, call.input])));
}

function urlOf(group: readonly Waiting[], { url }: Door): string {
  const paths = group.map(({ call }) => call.path).join(",");
  const input = group[0]?.call.kind === "query" ? `&input=${encodeURIComponent(inputsOf(group))}` : "";
  return `${url}/${paths}?batch=1${input}`;
}

function requestOf(group: readonly Waiting[], { headers }: Door): RequestInit {
  if (group[0]?.call.kind === "query") return { method: "GET", headers };
  return { method: "POST", headers: { "content-type": "application/json", ...headers }, body: inputsOf(group) };
}

/** A request is given up once nobody waits for any of its answers. */
function whenAllAbort(group: readonly Waiting[], ending: AbortController): void {
  const signals = group.flatMap(({ call }) => call.signal ?? []);
  if (signals.length < group.length) return;
  const check = () => {
    if (signals.every(({ aborted }) => aborted)) ending.abort();
  };
  for (const signal of signals) signal.addEventListener("abort", check, { once: true });
}

function settle({ resolve, reject }: Waiting, answer: unknown): void {
  const { result, error } = isRecord(answer) ? answer : {};
  if (isRecord(error) && typeof error.message === "string") reject(new CallError(error.message, { data: error.data }));
  else if (isRecord(result)) resolve(result.data);
  else reject(new CallError("The answer could not be read"));
}
