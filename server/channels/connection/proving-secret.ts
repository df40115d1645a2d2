import { createHmac } from "node:crypto";
import { env } from "#server/config/env.ts";
import type { CheckStep } from "../connector.ts";
import { GraphError, graphRequest } from "../graph/graph.ts";
import type { Connection } from "./connecting.ts";
import { finding, inEnglish } from "./finding-schema.ts";

/** The platform's words where the secret is another app's than the token; undefined: it is not, or nobody can say. */
async function mismatch(connection: Connection, secret: string): Promise<string | undefined> {
  const proof = createHmac("sha256", secret).update(connection.credentials.accessToken).digest("hex");
  try {
    const query = { fields: "id", appsecret_proof: proof };
    await graphRequest(connection, { method: "GET", path: "/me", query });
  } catch (error) {
    if (!(error instanceof GraphError)) throw error;
    return error.code === 100 && error.details.includes("appsecret_proof") ? error.details : undefined;
  }
  return undefined;
}

/**
 * Without an app secret a genuine webhook cannot be told from a forged one, so none would be accepted; nor would any with
 * another app's. `asked`: the platform is asked whether the secret goes with the token; of Instagram logins it cannot be.
 */
export async function secretStep(connection: Connection, asked: boolean): Promise<CheckStep[]> {
  const { credentials, sandbox } = connection;
  const secrets = [credentials.appSecret, env.meta.appSecret ?? ""].filter((secret) => secret !== "");
  if (secrets.length === 0) {
    const words = [finding("secretMissing")];
    return [{ step: "secret", ok: false, detail: inEnglish(words), words, lost: true }];
  }
  const login = credentials.platform === "instagram" && credentials.flavour === "login";
  if (!asked || sandbox || login) return [];
  let said = "";
  for (const secret of secrets) {
    const wrong = await mismatch(connection, secret);
    if (wrong === undefined) return [];
    said = wrong;
  }
  const words = [finding("secretWrong", said)];
  return [{ step: "secret", ok: false, detail: inEnglish(words), words }];
}
