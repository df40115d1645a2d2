import { createHmac } from "node:crypto";
import pg from "pg";
import { systemRole, tenantRole } from "./pool.ts";

const roles = [tenantRole, systemRole] as const;
/**
 * The login of the application on a server of our own: no superuser, owner of nothing, member of the two roles only.
 */
const loginRole = "parley_login";
/** Instances that start together take turns. */
const rolesLock = 7_275_394;
/** PostgreSQL 15, as `server_version_num` counts. */
const oldest = 150_000;

/** The operator has to change something at the database first. */
export class DatabaseFault extends Error {}

/**
 * Before the migrations: the two roles exist and we may become them. They belong to the whole server, not to the
 * database, so they are missing where a dump was restored into another server.
 */
export async function ensureRoles(url: string): Promise<void> {
  await inTurn(url, async (client) => {
    await checkVersion(client);
    for (const role of roles) {
      const { rows } = await client.query<{ found: boolean; ours: boolean }>(
        // Before version 16 every member may become a role.
        `select count(*) > 0 as found, coalesce(bool_or(pg_has_role(current_user, oid,
           case when current_setting('server_version_num')::int >= 160000 then 'SET' else 'MEMBER' end)), false) as ours
         from pg_roles where rolname = $1`,
        [role],
      );
      const [known] = rows;
      if (!known?.found) await allowed(client, `create role ${role} nologin nosuperuser nobypassrls`, role);
      if (!known?.ours) await allowed(client, `grant ${role} to current_user`, role);
    }
    await checkRights(client);
  });
}

async function checkVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ number: number; words: string }>(
    `select current_setting('server_version_num')::int as "number", current_setting('server_version') as "words"`,
  );
  const [server] = rows;
  if (server && server.number < oldest)
    throw new DatabaseFault(`The database server is PostgreSQL ${server.words}: Parley needs 15 or newer.`);
}

async function allowed(client: pg.Client, statement: string, role: string): Promise<void> {
  await client.query("savepoint role");
  try {
    await client.query(statement);
  } catch (error) {
    await client.query("rollback to savepoint role");
    // Another database of the same server has just created it.
    if (codeOf(error) === "42710" || codeOf(error) === "23505") return;
    if (codeOf(error) !== "42501") throw error;
    const { rows } = await client.query<{ name: string }>("select quote_ident(current_user) as name");
    throw new DatabaseFault(
      `The database server has no role ${role} that the user of DATABASE_URL may use, and that user may not make it. ` +
        `Run this once as its administrator, then start again:\n` +
        roles.map((one) => `  create role ${one} nologin; grant ${one} to ${rows[0]?.name ?? "the user"};\n`).join(""),
      { cause: error },
    );
  }
}

/** Where a dump was restored before its roles existed, the restore left out every right and policy that names them. */
async function checkRights(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ bare: boolean }>(
    `select to_regclass('public.contacts') is not null and not exists (
       select from pg_policies where schemaname = 'public' and tablename = 'contacts' and 'parley_app' = any(roles)
     ) and exists (select from pg_proc where proname = 'parley_lock_tenant_table') as bare`,
  );
  if (!rows[0]?.bare) return;
  await client.query("commit");
  throw new DatabaseFault(
    "This database was restored into a server without Parley's roles, so its rights are missing. The roles exist now: " +
      "restore the dump once more into an empty database, then start again.",
  );
}

/** Makes the application's own login, and answers the address with it. Its password comes from the owner's. */
export async function ensureLogin(ownerUrl: string): Promise<string> {
  const address = new URL(ownerUrl);
  const password = createHmac("sha256", address.password).update(loginRole).digest("base64url");
  await inTurn(ownerUrl, async (client) => {
    const { rowCount } = await client.query("select from pg_roles where rolname = $1", [loginRole]);
    if (!rowCount) await client.query(`create role ${loginRole}`);
    await client.query(
      `alter role ${loginRole} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls noinherit
       password ${client.escapeLiteral(password)}`,
    );
    await client.query(`grant ${roles.join(", ")} to ${loginRole} with inherit false, set true`);
  });
  address.username = loginRole;
  address.password = password;
  return address.href;
}

async function inTurn(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: "parley roles" });
  await client.connect();
  try {
    await client.query("begin");
    await client.query("select pg_advisory_xact_lock($1)", [rolesLock]);
    await work(client);
    await client.query("commit");
  } finally {
    await client.end();
  }
}

function codeOf(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}
