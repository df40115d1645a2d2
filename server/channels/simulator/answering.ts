import { type Context, Hono, type Next } from "hono";
import { inCompany } from "#server/db/pool.ts";
import { prisma } from "#server/db/prisma.ts";
import { objectIn, parseLossless } from "../inbound/lossless.ts";
import { accountOfToken, type SimulatedAccount } from "./accounts.ts";
import { envelope, SimulatedError, unknownObject } from "./refusing.ts";
import { faultsOf } from "./state.ts";

export type SimulatorEnv = { Variables: { account: SimulatedAccount } };
export type SimulatorContext = Context<SimulatorEnv>;

/** A part of the simulated Graph API: paths below the version, the account known from the token. */
export function simulatorPart(): Hono<SimulatorEnv> {
  return new Hono<SimulatorEnv>();
}

/** Reads one node by id, `GET /{id}`; undefined: not one of this kind. Parts add theirs to the list. */
export type NodeReader = (account: SimulatedAccount, id: string, fields: string[]) => Promise<object | undefined>;
/** What `POST /{id}` and `DELETE /{id}` do to a node of some kind. */
export type NodeWriter = (
  account: SimulatedAccount,
  id: string,
  method: "POST" | "DELETE",
  body: Record<string, unknown>,
) => Promise<object | undefined>;

function tokenOf(c: SimulatorContext): string {
  const bearer = /^(?:Bearer|OAuth) +(\S+)$/i.exec(c.req.header("authorization") ?? "")?.[1];
  return bearer ?? c.req.query("access_token") ?? "";
}

/** The account of the request's token, in whose company everything runs. */
export async function admitAccount(c: SimulatorContext, next: Next): Promise<Response | void> {
  c.header("facebook-api-version", c.req.param("version") ?? "");
  const account = accountOfToken(tokenOf(c));
  if (!account) throw new SimulatedError(190, "Invalid OAuth access token - Cannot parse access token");
  const { companyId, channelId: id } = account;
  await inCompany(companyId, async () => {
    const where = { companyId, id, sandbox: true, deletedAt: null };
    const channel = await prisma.channel.findFirst({ where, select: { id: true } });
    if (!channel || (await faultsOf(account)).tokenRevoked) {
      throw new SimulatedError(190, "Error validating access token: Session has expired", { subcode: 463 });
    }
    c.set("account", account);
    await next();
  });
}

/** The JSON or form body of a call; ids beyond 2^53 stay whole. */
export async function bodyOf(c: SimulatorContext): Promise<Record<string, unknown>> {
  const type = c.req.header("content-type") ?? "";
  if (type.startsWith("multipart/") || type.startsWith("application/x-www-form-urlencoded")) {
    return { ...(await c.req.parseBody()) };
  }
  const text = await c.req.text();
  if (text === "") return {};
  try {
    return objectIn(parseLossless(text));
  } catch {
    throw new SimulatedError(100, "Invalid JSON body");
  }
}

export function refuse(error: unknown): Response {
  if (error instanceof SimulatedError) return envelope(error);
  throw error;
}

/** The node must be the account's own. */
export function requireOwn(id: string, own: readonly string[]): void {
  if (!own.includes(id)) throw unknownObject(id);
}
