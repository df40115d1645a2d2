/**
 * All that Next's bundles know of this process: one place on `globalThis`. Node loads the server's modules once, so
 * that pools, limits and caches exist once; a bundle would have copies of its own.
 */

/** Headers for the page's request and for its answer. */
export type Dress = { request: Readonly<Record<string, string>>; response: Readonly<Record<string, string>> };

export type Mounted = {
  fetch(request: Request): Promise<Response>;
  dress(request: Request): Promise<Dress>;
};

const place = Symbol.for("parley.mounted");

/** "before": an own server answers these paths itself and dresses pages before Next sees them. */
export function mount(answering: Mounted | "before"): void {
  Reflect.set(globalThis, place, answering);
}

export function mounted(): Mounted | "before" | undefined {
  return Reflect.get(globalThis, place) as Mounted | "before" | undefined;
}

/** Nothing is open, say while `next build` looks at the routes. */
export function notOpen(): Response {
  const body = { error: "unavailable", message: "The server is starting.", status: 503 };
  return Response.json(body, { status: 503, headers: { "Retry-After": "1" } });
}

/** The one Hono app, as a route handler of Next. */
export async function answer(request: Request): Promise<Response> {
  const found = mounted();
  return found === undefined || found === "before" ? notOpen() : found.fetch(request);
}
