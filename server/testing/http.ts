import type { Hono } from "hono";
import type { FieldError } from "#server/base/errors.ts";
import { assertDocumented } from "./systems/documented.ts";

/** The error body of decisions.md A1, but its `status`: resources have one of their own. */
export type ErrorBody = {
  error: string;
  message: string;
  requestId: string;
  details: FieldError[];
  requiredPermissions: string[];
  windowExpiresAt: string;
  lastVisitorMessageAt: string | null;
};

export type Answer<T> = { status: number; headers: Headers; text: string; body: T & Partial<ErrorBody> };

type Options = {
  headers?: Record<string, string> /** Sent as it is, not as JSON. */;
  raw?: BodyInit;
  address?: string;
};

type Send = <T = unknown>(path: string, body?: unknown, options?: Options) => Promise<Answer<T>>;
type Fetch = <T = unknown>(path: string, options?: Options) => Promise<Answer<T>>;

export type Client = { get: Fetch; delete: Fetch; post: Send; put: Send; patch: Send; call: Call };
type Call = <T = unknown>(method: string, path: string, body?: unknown, options?: Options) => Promise<Answer<T>>;

/** What the service wrote; a test says what it expects there and checks it. */
function bodyOf<T>(text: string, type: string | null): T & Partial<ErrorBody> {
  return (type?.startsWith("application/json") && text !== "" ? JSON.parse(text) : {}) as T & Partial<ErrorBody>;
}

type AnyApp = Pick<Hono, "request">;

/** Calls the app in this process, with a bearer token unless told otherwise; what it answers must be documented. */
export function http(app: unknown, token?: string): Client {
  const { request } = app as AnyApp;
  const call: Call = async <T>(method: string, path: string, body?: unknown, options: Options = {}) => {
    const headers = new Headers(options.headers);
    if (token !== undefined && !headers.has("authorization")) headers.set("authorization", `Bearer ${token}`);
    const init: RequestInit & { duplex?: "half" } = { method, headers };
    if (options.raw !== undefined) Object.assign(init, { body: options.raw, duplex: "half" });
    else if (body !== undefined) {
      headers.set("content-type", "application/json");
      init.body = JSON.stringify(body);
    }
    const env = { incoming: { socket: { remoteAddress: options.address ?? "192.0.2.1" } } };
    const response = await request(path, init, env);
    assertDocumented(method, path, response, headers.get("accept"));
    const text = await response.text();
    const answer: Answer<T> = {
      status: response.status,
      headers: response.headers,
      text,
      body: bodyOf<T>(text, response.headers.get("content-type")),
    };
    return answer;
  };
  return {
    call,
    get: (path, options) => call("GET", path, undefined, options),
    delete: (path, options) => call("DELETE", path, undefined, options),
    post: (path, body, options) => call("POST", path, body, options),
    put: (path, body, options) => call("PUT", path, body, options),
    patch: (path, body, options) => call("PATCH", path, body, options),
  };
}
