import { newId } from "#server/base/ids.ts";
import { sha256 } from "#server/base/secrets.ts";
import { insertCompany } from "#server/companies/creating.ts";
import type { Actor } from "#server/core/actor.ts";
import type { Given } from "#server/core/operation.ts";
import { type Permission, permissionsOfRole, type Role } from "#server/core/permissions.ts";
import { systemPool } from "#server/db/system.ts";
import { closeDoors, openDoors } from "./doors.ts";
import { type Furniture, furnish } from "./furnishing.ts";

/** One company of its own for a test file, with people, a token for each wish, and what it is furnished with. */
export type TestCompany = {
  companyId: string;
  admin: Actor;
  supervisor: Actor;
  agent: Actor;
  otherAgent: Actor;
  viewer: Actor;
  /** Whose conversation `given.conversationId` is. */
  visitor: Actor;
  given: Given;
  /** A token of `owner` (the admin by default) with exactly these permissions: its actor and its secret. */
  token: (permissions: readonly Permission[], owner?: Actor) => Promise<{ actor: Actor; secret: string }>;
  /** A further person of the team. */
  person: (role: Role, name: string) => Promise<Actor>;
  close: () => Promise<void>;
};

/** An admin's password, hashed once and for all: it is meant to cost. */
export const adminPassword = "correct horse 9";
export const adminPasswordHash =
  "$argon2id$v=19$m=19456,t=2,p=1$zRMiiJ6tjuY59znEOFCgcA$g/FmdMR5nqv8Rpag48r97actwOuqeM7Qp0aVIiNrFBA";

function actorOf(companyId: string, userId: string, name: string, role: Role): Actor {
  return {
    type: "user",
    companyId,
    id: userId,
    userId,
    name,
    permissions: new Set(permissionsOfRole(role)),
    seesUnassigned: role === "agent",
  };
}

async function addPerson(companyId: string, role: Role, name: string): Promise<Actor> {
  const id = newId();
  await systemPool().query(
    `insert into users ("companyId", "id", "name", "email", "role") values ($1, $2, $3, $4, $5)`,
    [companyId, id, name, `${id}@example.com`, role],
  );
  return actorOf(companyId, id, name, role);
}

async function addToken(permissions: readonly Permission[], owner: Actor): Promise<{ actor: Actor; secret: string }> {
  const id = newId();
  const secret = `sk_live_${sha256(id).slice(0, 43)}`;
  await systemPool().query(
    `insert into api_tokens ("companyId", "id", "userId", "name", "hash", "prefix", "last4", "permissions")
     values ($1, $2, $3, 'Test', $4, 'sk_live_', $5, $6)`,
    [owner.companyId, id, owner.userId, sha256(secret), secret.slice(-4), permissions],
  );
  const actor: Actor = {
    type: "token",
    companyId: owner.companyId,
    id,
    userId: owner.userId,
    name: "Test",
    permissions: new Set(permissions),
    seesUnassigned: false,
  };
  return { actor, secret };
}

/** Opens the doors, makes a company and furnishes it. Call `close` when the file is done. */
export async function freshCompany(name = "Acme", furniture: readonly Furniture[] = []): Promise<TestCompany> {
  openDoors();
  return furnishedCompany(name, furniture);
}

/** An id that was not furnished would be no id at all to whoever reads it: it says so. */
function namingTheMissing(given: Given): Given {
  return new Proxy(given, {
    get: (held, name) => {
      const value: unknown = Reflect.get(held, name);
      if (value === undefined && typeof name === "string" && name.endsWith("Id"))
        throw new Error(`there is no ${name}: name what the company is furnished with (testing/furnishing.ts)`);
      return value;
    },
  });
}

/** The same for a file that has opened the doors already: a second company, say. */
export async function furnishedCompany(name: string, furniture: readonly Furniture[] = []): Promise<TestCompany> {
  const email = `${newId()}@example.com`;
  const made = await insertCompany(
    { name, email, admin: { name: "Ada Admin", email, password: adminPassword } },
    adminPasswordHash,
  );
  const { companyId } = made;
  const admin = actorOf(companyId, made.userId, "Ada Admin", "admin");
  const people = {
    supervisor: await addPerson(companyId, "supervisor", "Sue Supervisor"),
    agent: await addPerson(companyId, "agent", "Abe Agent"),
    otherAgent: await addPerson(companyId, "agent", "Olga Other"),
    viewer: await addPerson(companyId, "viewer", "Vera Viewer"),
  };
  const token = (permissions: readonly Permission[], owner: Actor = admin) => addToken(permissions, owner);
  const { given, visitor } = await furnish(admin, made, furniture);
  const tokenId = (await token(["admin"])).actor.id;
  return {
    companyId,
    admin,
    ...people,
    get visitor() {
      if (!visitor) throw new Error(`nobody visits: furnish the company with a talk`);
      return visitor;
    },
    given: namingTheMissing({ ...given, agentId: people.agent.id, tokenId }),
    token,
    person: (role, who) => addPerson(companyId, role, who),
    close: closeDoors,
  };
}
