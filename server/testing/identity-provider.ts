import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT } from "jose";

/** A person known to the provider, and when they last signed in there, if it says so. */
export type Vouched = { email: string; email_verified: boolean; sub?: string; auth_time?: number };

type Grant = Vouched & { nonce: string };
type Key = Awaited<ReturnType<typeof generateKeyPair>>["privateKey"];

function discovery(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    id_token_signing_alg_values_supported: ["RS256"],
  };
}

async function codeIn(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return new URLSearchParams(Buffer.concat(chunks).toString()).get("code") ?? "";
}

async function tokensFor(grant: Grant | undefined, issuer: string, clientId: string, key: Key) {
  const claims: Grant = grant ?? { nonce: "", email: "", email_verified: false };
  const idToken = await new SignJWT(claims)
    .setProtectedHeader({ alg: "RS256", kid: "test" })
    .setIssuer(issuer)
    .setAudience(clientId)
    .setSubject(claims.sub ?? claims.email)
    .setIssuedAt()
    .setExpirationTime("5m")
    .sign(key);
  return { access_token: "at", token_type: "Bearer", id_token: idToken };
}

/** An OpenID Connect provider of one's own, on a port of its own. */
export async function openIdentityProvider(clientId: string) {
  const { publicKey, privateKey } = await generateKeyPair("RS256");
  const jwk = { ...(await exportJWK(publicKey)), kid: "test", alg: "RS256", use: "sig" };
  const granted = new Map<string, Grant>();
  let issuer = "";

  const answers: Record<string, (request: IncomingMessage) => unknown> = {
    "/.well-known/openid-configuration": () => discovery(issuer),
    "/keys": () => ({ keys: [jwk] }),
    "/token": async (request) => tokensFor(granted.get(await codeIn(request)), issuer, clientId, privateKey),
  };
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await answers[request.url ?? ""]?.(request);
    response.writeHead(body ? 200 : 404, { "content-type": "application/json" }).end(JSON.stringify(body ?? {}));
  }

  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    /** The person agrees: where the provider sends the browser back to. */
    agree(authorization: string, vouched: Vouched): string {
      const asked = new URL(authorization).searchParams;
      const code = `code-${granted.size}-${vouched.email}`;
      granted.set(code, { ...vouched, nonce: asked.get("nonce") ?? "" });
      return `${asked.get("redirect_uri")}?${new URLSearchParams({ code, state: asked.get("state") ?? "" })}`;
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
