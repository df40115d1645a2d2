import type { Answer, Question } from "#server/trpc/asking.ts";

/**
 * All that Next's bundles know of this process: one place on `globalThis`. Node loads the server's modules once, so
 * that pools, limits and caches exist once; a bundle would have copies of its own.
 */

/** Headers for the page's request and for its answer. */
export type PageHeaders = {
  request: Readonly<Record<string, string>>;
  response: Readonly<Record<string, string>>;
  /** Given where scripts wait for the first paint: their nonce. */
  paintFirst?: string;
  /** Nobody is signed in: it is drawn for anybody who asks. */
  strange?: true;
};

export type Mounted = {
  /** What the screens' door answers the browser of these cookies, for pages that send first answers along. */
  ask(cookies: string, userId: string, questions: readonly Question[]): Promise<Answer[]>;
  /** Absent where an own server answers these paths itself and dresses pages before Next sees them. */
  own?: {
    fetch(request: Request): Promise<Response>;
    dress(request: Request): Promise<PageHeaders>;
  };
};

const place = Symbol.for("parley.mounted");

export function mount(answering: Mounted): void {
  Reflect.set(globalThis, place, answering);
}

export function mounted(): Mounted | undefined {
  return Reflect.get(globalThis, place) as Mounted | undefined;
}

/** Nothing is open, say while `next build` looks at the routes. */
export function notOpen(): Response {
  const body = { error: "unavailable", message: "The server is starting.", status: 503 };
  return Response.json(body, { status: 503, headers: { "Retry-After": "1" } });
}

/** The one Hono app, as a route handler of Next. */
export async function answer(request: Request): Promise<Response> {
  const own = mounted()?.own;
  return own ? own.fetch(request) : notOpen();
}
