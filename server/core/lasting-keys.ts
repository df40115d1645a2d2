import { createHash } from "node:crypto";
import type pg from "pg";
import { log } from "#server/base/log.ts";
import { derivedBytes, keepBytes, seal, unseal } from "#server/base/secrets.ts";
import { systemPool } from "#server/db/system.ts";

/**
 * What outlives a secret: hashes of codes on people's paper, the key under which browsers asked for news, and what
 * people of another system are known by.
 */
const purposes = ["recovery codes", "push 0", "source ids"];

/**
 * Bytes come of the secret of the first start and stay when it changes: kept sealed in the database, which `secrets
 * rotate` seals anew. Called before anything asks for them.
 */
export async function loadLastingKeys(): Promise<void> {
  const made = purposes.map((purpose) => seal(derivedBytes(purpose).toString("base64url")));
  await systemPool().query(
    `insert into lasting_keys ("purpose", "key") select * from unnest($1::text[], $2::text[])
     on conflict ("purpose") do nothing`,
    [purposes, made],
  );
  const { rows } = await systemPool().query<{ purpose: string; key: string }>(
    `select "purpose", "key" from lasting_keys`,
  );
  for (const { purpose, key } of rows) {
    try {
      keepBytes(purpose, Buffer.from(unseal(key), "base64url"));
    } catch (error) {
      // The secret is another one, and nobody named the one before it: nothing else that was sealed opens either.
      log.error(
        { error, purpose },
        "what must last cannot be opened: name the secret before in NEXTAUTH_SECRET_PREVIOUS",
      );
    }
  }
}

/** Tells whether two installations have the same bytes, and nothing about them. Empty where they cannot be opened. */
export async function readLastingMark(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ purpose: string; key: string }>(`select "purpose", "key" from lasting_keys`);
  const kept = new Map(rows.map(({ purpose, key }) => [purpose, key]));
  const hash = createHash("sha256");
  try {
    for (const purpose of purposes) {
      const key = kept.get(purpose);
      // Before the first start there is none: it will come of the secret.
      hash.update(key === undefined ? derivedBytes(purpose) : Buffer.from(unseal(key), "base64url"));
    }
  } catch {
    return "";
  }
  return hash.digest("base64url").slice(0, 22);
}
