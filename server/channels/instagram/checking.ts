import { foreignAccess } from "../connection/checking-steps.ts";
import type { Connection } from "../connection/connecting.ts";
import { graphRequest } from "../graph/graph.ts";
import { objectIn, textIn } from "../inbound/lossless.ts";

type Account = { name: string; pageId?: string };

/** An Instagram login has two ids: one for this app alone, and the account's own, under which webhooks name it. */
async function readLogin(connection: Connection, accountId: string): Promise<Account> {
  const query = { fields: "id,user_id,username" };
  const account = await graphRequest(connection, { method: "GET", path: "/me", query });
  const own = textIn(account.user_id) || textIn(account.id);
  if (own === accountId) return { name: textIn(account.username) || accountId };
  if (textIn(account.id) === accountId) {
    throw foreignAccess("loginId", own);
  }
  throw foreignAccess("otherAccount", own);
}

/** Through a page: the account is the one that is linked to the page whose token this is. */
async function readLinked(connection: Connection, accountId: string, pageId: string): Promise<Account> {
  const query = { fields: "id,instagram_business_account{id,username}" };
  const page = await graphRequest(connection, { method: "GET", path: `/${pageId}`, query });
  const linked = objectIn(page.instagram_business_account);
  const id = textIn(linked.id);
  if (id === "") throw foreignAccess("notLinked");
  if (id !== accountId) throw foreignAccess("otherLinked", id);
  return { name: textIn(linked.username) || accountId, pageId: textIn(page.id) };
}

/** Reads the account that the token opens; throws where it is not the one that the channel names. */
export async function readAccount(connection: Connection): Promise<Account> {
  const { credentials } = connection;
  if (credentials.platform !== "instagram") throw new Error("not an Instagram connection");
  const { accountId, flavour, pageId } = credentials;
  return flavour === "login" ? readLogin(connection, accountId) : readLinked(connection, accountId, pageId ?? "me");
}
