import http from "node:http";
import type { AddressInfo } from "node:net";
import { vi } from "vitest";

type Node = Record<string, unknown>;
type Call = { method: string; path: string; query: URLSearchParams; token: string; body: string };
type Answer = { status: number; body: unknown };

const refused = (code: number, subcode?: number): Answer => ({
  status: code === 190 ? 401 : 400,
  body: { error: { code, message: "refused", ...(subcode ? { error_subcode: subcode } : {}) } },
});

/** A Graph API on loopback that knows tokens and what each may see, for channels that are not simulated. */
class FakeMeta {
  readonly origin: string;
  readonly calls: Call[] = [];
  private readonly nodes = new Map<string, Record<string, Node>>();
  /** Speaks before the rest does; undefined leaves it to the rest. */
  speak: (call: Call) => Answer | undefined = () => undefined;

  constructor(origin: string) {
    this.origin = origin;
  }

  /** What a token opens, by path below the version. */
  grant(token: string, nodes: Record<string, Node>): void {
    this.nodes.set(token, nodes);
  }

  revoke(token: string): void {
    this.nodes.delete(token);
  }

  /** A token for one number of one business account. */
  grantNumber(token: string, phoneNumberId: string, wabaId: string): void {
    const number = { id: phoneNumberId, display_phone_number: "+1 555 0100", status: "CONNECTED" };
    this.grant(token, { [phoneNumberId]: number, [`${wabaId}/phone_numbers`]: { data: [number] } });
  }

  answer(call: Call): Answer {
    this.calls.push(call);
    const spoken = this.speak(call);
    if (spoken) return spoken;
    const nodes = this.nodes.get(call.token);
    if (!nodes) return refused(190, 463);
    if (call.path.endsWith("/subscribed_apps")) return { status: 200, body: { success: true, data: [{ id: "1" }] } };
    const node = nodes[call.path];
    return node ? { status: 200, body: node } : refused(100, 33);
  }

  refusal(code: number, subcode?: number): Answer {
    return refused(code, subcode);
  }
}

/** Opens it and points this process at it: in `vi.hoisted`, before the settings are read. */
export async function openMeta(): Promise<FakeMeta> {
  let meta: FakeMeta | undefined;
  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const url = new URL(request.url ?? "/", "http://meta");
    const answer = meta?.answer({
      method: request.method ?? "",
      path: url.pathname.replace(/^\/v[\d.]+\//, ""),
      query: url.searchParams,
      token: (request.headers.authorization ?? "").replace("Bearer ", ""),
      body: Buffer.concat(chunks).toString("utf8"),
    });
    const bytes = Buffer.isBuffer(answer?.body) ? answer.body : Buffer.from(JSON.stringify(answer?.body ?? {}));
    response.writeHead(answer?.status ?? 500, { "content-type": "application/json" }).end(bytes);
  });
  server.unref();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  meta = new FakeMeta(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  vi.stubEnv("META_GRAPH_URL", meta.origin);
  vi.stubEnv("META_INSTAGRAM_URL", meta.origin);
  vi.stubEnv("META_APP_SECRET", "the app of this installation");
  vi.stubEnv("ALLOW_PRIVATE_TARGETS", "1");
  return meta;
}
