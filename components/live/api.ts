"use client";

import { withEnding } from "#components/sessions/ended.ts";
import { withPreview } from "#components/sessions/preview.ts";
import { withStepUp } from "#components/sessions/step-up.ts";
import { inWords } from "./failures/speaking.ts";
import { batched, type Caller } from "./trpc/batch.ts";
import { CallError } from "./trpc/call-error.ts";
import { type Api, clientOf } from "./trpc/client.ts";

export type { Api } from "./trpc/client.ts";
export { useTRPC, useTRPCClient } from "./trpc/provider.ts";

/** The screens' way to the operations; calls made in the same moment share one request. */
export function createCaller(userId: string): Caller {
  // For whom this page was drawn: the server answers no other person's page.
  const headers = { "x-parley-person": userId };
  const door = batched({ url: "/api/trpc", headers, longestUrl: 6000, mostCalls: 25 });
  return withStepUp(withPreview(withEnding(door)));
}

export function createApi(userId: string): Api {
  return clientOf(createCaller(userId));
}

export type Failure = {
  /** The service's code, e.g. conversation_closed; network when nothing came back. */
  code: string;
  /** In words for a person; empty where there is no answer. */
  message: string;
  /** Trying again later may help. */
  passing: boolean;
};

/** What went wrong with a call, without its machinery. */
export function failureOf(error: unknown): Failure {
  if (!(error instanceof CallError)) return { code: "network", message: "", passing: true };
  const data: unknown = error.data;
  if (typeof data !== "object" || data === null) return { code: "network", message: "", passing: true };
  const status: unknown = Reflect.get(data, "httpStatus");
  const code: unknown = Reflect.get(data, "error");
  const passing = typeof status !== "number" || status >= 500 || status === 429;
  const known = typeof code === "string" ? code : "internal_error";
  return { code: known, message: inWords(known, Reflect.get(data, "details"), error.message), passing };
}
