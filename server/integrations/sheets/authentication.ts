import { newSecret, sha256 } from "#server/base/secrets.ts";
import type { Integration } from "#server/db/generated/client.ts";
import { systemPool } from "#server/db/system.ts";

type Address = Pick<Integration, "companyId" | "id" | "addressReadAt">;

const shape = /^[\w-]{43}$/;

export const newAddressToken = () => newSecret("");

/** Whose address bears this; undefined where it is nobody's any more. */
export async function integrationOfAddress(token: string): Promise<Address | undefined> {
  if (!shape.test(token)) return undefined;
  const { rows } = await systemPool().query<Address>({
    name: "sheets_find",
    text: `select "companyId", "id", "addressReadAt" from integrations where "addressHash" = $1`,
    values: [sha256(token)],
  });
  return rows[0];
}
