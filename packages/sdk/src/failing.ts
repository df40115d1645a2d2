import type { components } from "./generated/api.ts";

/** The body of every error: https://…/docs/guides/errors */
export type ErrorBody = components["schemas"]["Error"];

const isErrorBody = (value: unknown): value is ErrorBody =>
  typeof value === "object" && value !== null && "error" in value && typeof value.error === "string";

/** An answer that is an error, as an exception. */
export class ParleyError extends Error {
  override readonly name = "ParleyError";
  readonly status: number;
  /** The code, `rate_limited` say; empty where what answered was not Parley. */
  readonly code: ErrorBody["error"] | "";
  readonly body: ErrorBody | undefined;
  readonly requestId: string | undefined;

  constructor(response: Response, given: unknown) {
    const body = isErrorBody(given) ? given : undefined;
    super(body?.message ?? `The server answered ${response.status}.`);
    this.status = response.status;
    this.code = body?.error ?? "";
    this.body = body;
    this.requestId = body?.requestId ?? response.headers.get("x-request-id") ?? undefined;
  }
}

type Outcome<T> = { data?: T; error?: unknown; response: Response };

/** The data of a call, or its error thrown; nothing where the answer has no body (204). */
export async function orThrow<T>(call: Promise<Outcome<T>>): Promise<NonNullable<T>> {
  const { data, error, response } = await call;
  if (response.status === 204) return data as NonNullable<T>;
  if (!response.ok || data === undefined || data === null) throw new ParleyError(response, error);
  return data;
}
