"use client";

import { createTRPCClient, httpBatchLink, TRPCClientError } from "@trpc/client";
import { createTRPCContext } from "@trpc/tanstack-react-query";
import { previewLink } from "#components/sessions/preview.ts";
import { stepUpLink } from "#components/sessions/step-up.ts";
import type { AppRouter } from "#server/trpc/router.ts";

export type Api = ReturnType<typeof createApi>;

/** The screens' way to the operations; calls made in the same moment share one request. */
export function createApi(userId: string) {
  return createTRPCClient<AppRouter>({
    links: [
      ...[stepUpLink, previewLink],
      // For whom this page was drawn: the server answers no other person's page.
      httpBatchLink({ url: "/api/trpc", headers: { "x-parley-person": userId }, maxURLLength: 6000, maxItems: 25 }),
    ],
  });
}

/** `useTRPC()` gives query and mutation options for TanStack Query. */
export const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<AppRouter>();

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
  if (!(error instanceof TRPCClientError)) return { code: "network", message: "", passing: true };
  const data: unknown = error.data;
  if (typeof data !== "object" || data === null) return { code: "network", message: "", passing: true };
  const status: unknown = Reflect.get(data, "httpStatus");
  const code: unknown = Reflect.get(data, "error");
  const passing = typeof status !== "number" || status >= 500 || status === 429;
  return { code: typeof code === "string" ? code : "internal_error", message: error.message, passing };
}
