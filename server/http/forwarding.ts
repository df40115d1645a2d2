import { AppError } from "#server/base/errors.ts";
import { errorBody } from "#server/kit/rest/answer.ts";
import { requestIdOf } from "#server/kit/rest/request-id.ts";
import { currentExchange, type Exchange } from "./exchanges.ts";
import { isPath, plainUrl } from "./receiving.ts";

/** What the Hono app gets besides the request: where to read the sender's address. */
type Bindings = { incoming: Exchange["incoming"]; outgoing: Exchange["outgoing"] };
type App = (request: Request, bindings?: Bindings) => Response | Promise<Response>;

/**
 * Passes a request that Next received to the app as it came: address, headers and bytes of the URL are those of the
 * wire, which Next has rewritten. Body and abort are Next's.
 */
export function forwardTo(app: App): (request: Request) => Promise<Response> {
  return async (given) => {
    const exchange = currentExchange();
    // It arrived while the process was starting, before requests were noted.
    if (!exchange) return refused(new AppError("unavailable"));
    const { incoming, outgoing } = exchange;
    const url = addressOf(exchange);
    if (url === undefined) return refused(new AppError("validation_error", { message: "The address is malformed." }));
    const headers = headersOf(exchange);
    const { method, body, signal } = given;
    const init: RequestInit & { duplex: "half" } = { method, headers, body, signal, duplex: "half" };
    const response = await app(new Request(url, init), { incoming, outgoing });
    // The app has compressed what it wants compressed.
    delete incoming.headers["accept-encoding"];
    return handOver(response, outgoing);
  };
}

function addressOf({ incoming, url }: Exchange): string | undefined {
  const path = plainUrl(url);
  const whole = `http://${incoming.headers.host ?? "localhost"}${path}`;
  return isPath(path) && URL.canParse(whole) ? whole : undefined;
}

function headersOf({ incoming: { rawHeaders }, outgoing }: Exchange): Headers {
  const headers = new Headers();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? "";
    if (!name.startsWith(":")) headers.append(name, rawHeaders[at + 1] ?? "");
  }
  headers.set("x-request-id", String(outgoing.getHeader("x-request-id")));
  return headers;
}

/** Next leaves out length and encoding of a route's answer and repeats others, so the headers are written here. */
function handOver(response: Response, outgoing: Exchange["outgoing"]): Response {
  const cookies = response.headers.getSetCookie();
  for (const [name, value] of response.headers) if (name !== "set-cookie") outgoing.setHeader(name, value);
  if (cookies.length > 0) outgoing.setHeader("set-cookie", cookies);
  return new Response(response.body, { status: response.status, statusText: response.statusText });
}

function refused(error: AppError): Response {
  const { status, body } = errorBody(error, requestIdOf(undefined));
  return Response.json(body, { status, headers: status === 503 ? { "Retry-After": "1" } : {} });
}
