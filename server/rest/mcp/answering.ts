import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { log } from "#server/base/log.ts";
import { type Asked, serverFor } from "./server.ts";

const onerror = (error: Error) => log.debug({ error }, "a request of the Model Context Protocol was refused");

/** Clients of the revisions before 2026-07-28: a transport for this one request, without a session. */
async function answerOlder(request: Request, message: unknown, asked: Asked): Promise<Response> {
  const server = serverFor(asked);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody: message });
  } finally {
    await server.close();
  }
}

/** Answers one message with one body of JSON: there are no streams and no sessions, so nothing outlives the request. */
export async function answerMessage(request: Request, message: unknown, asked: Asked): Promise<Response> {
  if (await isLegacyRequest(request, message)) return answerOlder(request, message, asked);
  const handler = createMcpHandler(() => serverFor(asked), {
    legacy: "reject",
    maxSubscriptions: 0,
    keepAliveMs: 0,
    onerror,
  });
  return handler.fetch(request, { parsedBody: message });
}
