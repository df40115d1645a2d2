import fs from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AppError } from "#server/base/errors.ts";
import { newId } from "#server/base/ids.ts";
import { captureContact } from "#server/conversations/linking/capturing.ts";
import { addNote } from "#server/conversations/noting/noting.ts";
import { type Actor, systemActor } from "#server/core/actor.ts";
import { parseInput } from "#server/core/input.ts";
import { allOperations, authorize, type Given, type Operation } from "#server/core/operation.ts";
import { isPermission, permissionNames, rolePermissionNames, wholePermissions } from "#server/core/permissions.ts";
import { inTransaction } from "#server/db/pool.ts";
import { systemPool } from "#server/db/system.ts";
import { globalPosition } from "#server/kit/relay/consumer.ts";
import { reply } from "#server/messages/sending.ts";
import { freshCompany, furnishedCompany, type TestCompany } from "#server/testing/company.ts";
import { secretWordOf } from "#server/testing/furnished/secret-word.ts";
import { allFurniture } from "#server/testing/furnishing.ts";
import { personWith } from "#server/testing/roles.ts";
import { secondTalk, templateTalk } from "#server/testing/second-talk.ts";
import { signedIn } from "#server/testing/sockets.ts";

// Every module that defines an operation, whether or not a transport has mounted it yet.
const folder = import.meta.dirname;
for (const name of fs.readdirSync(folder, { recursive: true, encoding: "utf8" }).sort()) {
  if (!name.endsWith(".ts") || name.endsWith(".test.ts")) continue;
  if (/= (?:command|query)\(/.test(fs.readFileSync(path.join(folder, name), "utf8")))
    await import(path.join(folder, name));
}

const operations = allOperations().map((operation) => [operation.name, operation] as const);

let a: TestCompany;
let b: TestCompany;
/** Tokens of company A: everything, and only what a colleague holds. */
let everything: Actor;
let sessionId: string;
let restricted: Actor;
/** People with custom roles that hold all they may hold, and reach none of company A's furnished records. */
let scoped: Actor[];
/** A person who reads everything of company A, but no addresses and numbers. */
let masked: Actor;
const phone = "+54 9 11 4765 9083";
let before: Record<string, string>;

beforeAll(async () => {
  a = await freshCompany("Company A", allFurniture);
  b = await furnishedCompany("Company B", allFurniture);
  a = { ...a, given: { ...a.given, otherConversationId: await secondTalk(a), ...(await templateTalk(a)) } };
  b = { ...b, given: { ...b.given, otherConversationId: await secondTalk(b), ...(await templateTalk(b)) } };
  // As the relay would: events that screens may fetch.
  await systemPool().query(`update events set "seq" = "ordinal", "position" = "ordinal" where "position" is null`);
  // Its counters too: other files share the database, and their relay goes on from there.
  await systemPool().query(
    `insert into event_positions as p ("companyId", "position")
     select "companyId", max("seq") from events group by "companyId"
     union all select '${globalPosition}'::uuid, max("position") from events
     on conflict ("companyId") do update set "position" = greatest(p."position", excluded."position")`,
  );
  sessionId = (await signedIn(a.admin)).sessionId;
  everything = (await a.token(["admin"])).actor;
  const own = ["clients_read_assigned", "clients_write_assigned", "chat_talk"] as const;
  restricted = (await a.token(own, a.otherAgent)).actor;
  const rights = {
    permissions: rolePermissionNames.filter((name) => !wholePermissions.narrowed.some((one) => one === name)),
  };
  const elsewhere = { readScope: "channel" as const, channels: [a.given.whatsappChannelId ?? ""] };
  scoped = [
    await personWith(a, { ...rights, name: "Of no team", readScope: "team" }),
    await personWith(a, { ...rights, ...elsewhere, name: "Of another channel" }),
    await personWith(a, { ...rights, name: "Of their own", readScope: "assigned" }),
  ];
  masked = await personWith(a, {
    ...{ name: "Masked", maskedFields: ["email", "phone"] },
    permissions: rolePermissionNames.filter((name) => !wholePermissions.masked.some((one) => one === name)),
  });
  const told = { conversationId: a.given.conversationId ?? "", phone, customFields: { telefono: "4765-9083" } };
  await captureContact.execute(systemActor(a.companyId), told);
  const said = `Write to ${secretWordOf(a.companyId)}@example.com or call ${phone}.`;
  await reply.execute(a.admin, { conversationId: told.conversationId, body: said });
  await addNote.execute(a.admin, { conversationId: told.conversationId, message: said });
  before = await contentOf(a.companyId);
});
afterAll(() => a.close());

/** What has a moment of its own: places of events, and whose turn it is (`chatbots/turn/rotating.ts`). */
const apart = ["event_positions", "assignment_rotations"];

/** A fingerprint of every table's rows of a company. */
async function contentOf(companyId: string): Promise<Record<string, string>> {
  const { rows: tables } = await systemPool().query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute t on t.attrelid = c.oid and t.attname = 'companyId'
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and not c.relname = any($1) order by 1`,
    [apart],
  );
  const content: Record<string, string> = {};
  for (const { name } of tables) {
    // Whoever gives a wrong password or code is in the audit log, whatever becomes of the rest.
    const kept = name === "events" ? `and "type" <> 'session/refused'` : "";
    const text = `select coalesce(md5(string_agg(x::text, '' order by x::text)), '') as sum from "${name}" x where "companyId" = $1 ${kept}`;
    content[name] = (await systemPool().query<{ sum: string }>(text, [companyId])).rows[0]?.sum ?? "";
  }
  return content;
}

class Undo extends Error {}

type Outcome = { output?: unknown; text: string; error?: unknown };

/** What was answered, streams read to their end. */
async function textOf(output: unknown): Promise<string> {
  if (typeof output !== "object" || output === null || !("chunks" in output)) return JSON.stringify(output) ?? "";
  let text = "";
  for await (const chunk of output.chunks as AsyncIterable<string>) text += chunk;
  return text;
}

/** Whether there may be something to take back: the rest is refused for its actor or shape, before any statement. */
function mayAct(operation: Operation, actor: Actor, input: unknown): boolean {
  try {
    authorize(actor, operation.access);
    parseInput(operation.input, input);
    return true;
  } catch {
    return false;
  }
}

/** Runs an operation and takes back whatever it did: the furnished company stays as it was. */
async function tryOut(operation: Operation, actor: Actor, input: unknown): Promise<Outcome> {
  let outcome: Outcome = { text: "" };
  const work = async () => {
    try {
      const output = await operation.execute(actor, input);
      outcome = { output, text: await textOf(output) };
    } catch (error) {
      outcome = { error, text: "" };
    }
  };
  if (!mayAct(operation, actor, input)) {
    await work();
    return outcome;
  }
  const undone = async () => {
    await work();
    throw new Undo();
  };
  await inTransaction(actor.companyId, undone).catch((error: unknown) => {
    if (!(error instanceof Undo)) throw error;
  });
  return outcome;
}

const codeOf = (outcome: Outcome) => (outcome.error instanceof AppError ? outcome.error.code : outcome.error);

/** An actor who may run the operation. */
function rightful(company: TestCompany, operation: Operation): Actor {
  if (operation.access === "visitor") return company.visitor;
  if (operation.access === "system") return systemActor(company.companyId);
  // What only a browser can do: the furnished session is the administrator's.
  const sessionId = company.given.userSessionId ?? "";
  return operation.name === "sessions.seeAs" ? { ...company.admin, sessionId } : company.admin;
}

type Path = (string | number)[];

/** Every text in an input, by where it stands. */
function leaves(value: unknown, at: Path = []): [Path, unknown][] {
  if (typeof value !== "object" || value === null || value instanceof Date) return [[at, value]];
  return Object.entries(value).flatMap(([key, item]) => leaves(item, [...at, key]));
}

function replaced(value: unknown, [key, ...rest]: Path, by: unknown): unknown {
  if (key === undefined) return by;
  if (Array.isArray(value))
    return value.map((item, index) => (String(index) === String(key) ? replaced(item, rest, by) : item));
  const record = (value ?? {}) as Record<string, unknown>;
  return { ...record, [key]: replaced(record[key], rest, by) };
}

/** Ids of `given` that stand in a text although the input did not hold them. */
function revealed(text: string, input: unknown, given: Given): string[] {
  const sent = JSON.stringify(input) ?? "";
  return Object.values(given).filter((id) => id !== "" && text.includes(id) && !sent.includes(id));
}

function expectNothingOf(company: TestCompany, outcome: Outcome, input: unknown): void {
  expect(outcome.text).not.toContain(secretWordOf(company.companyId));
  expect(revealed(outcome.text, input, company.given)).toEqual([]);
}

describe("the registry", () => {
  it("knows the operations, each under its own noun.verb name", () => {
    expect(operations.length).toBeGreaterThan(80);
    for (const [name] of operations) expect(name).toMatch(/^[a-z]+\.[a-zA-Z]+$/);
  });
});

describe.each(operations)("%s", (_name, operation) => {
  const { access } = operation;
  const example = (company: TestCompany): unknown => operation.example(company.given);

  it("has an example that its own input schema accepts, and that runs", async () => {
    expect(operation.example).toBeTypeOf("function");
    expect(operation.input.safeParse(example(a)).error).toBeUndefined();
    // What the tests of others guessed wrong is not held against it.
    await systemPool().query(`delete from login_attempts where "key" like $1`, [`device:%:${a.admin.userId}`]);
    expect((await tryOut(operation, rightful(a, operation), example(a))).error).toBeUndefined();
  });

  it("refuses actors without access", async () => {
    const refused = async (actor: Actor) => {
      const outcome = await tryOut(operation, actor, example(a));
      expect(codeOf(outcome)).toBe("forbidden");
      return outcome.error;
    };
    if (access !== "visitor") await refused(a.visitor);
    if (access === "visitor" || access === "system") await refused(a.admin);
    if (access === "person") await refused(everything);
    if (!isPermission(access)) return;
    const others = permissionNames.filter((name) => !["admin", access, `${access}_assigned`].includes(name));
    for (const permissions of [[], others]) {
      const error = await refused({ ...a.admin, permissions: new Set(permissions) });
      expect(error).toMatchObject({ extra: { requiredPermissions: [access] } });
    }
  });

  it("gives company B nothing for company A's ids, all at once or one at a time", async () => {
    const own = example(b);
    const foreign = example(a);
    const ids = new Set(Object.values(a.given));
    const attacks = leaves(foreign)
      .filter(([, value]) => typeof value === "string" && ids.has(value))
      .map(([at, value]) => replaced(own, at, value));
    for (const input of [foreign, ...attacks]) {
      const outcome = await tryOut(operation, rightful(b, operation), input);
      if (outcome.error) expect(["not_found", "validation_error", "forbidden"]).toContain(codeOf(outcome));
      expectNothingOf(a, outcome, input);
    }
  });

  it("answers unknown ids, and texts that are not ids, without a server fault", async () => {
    const ids = new Set(Object.values(a.given));
    for (const [at, value] of leaves(example(a))) {
      if (typeof value !== "string" || !ids.has(value)) continue;
      for (const id of [newId(), "x", "' or 1=1 --", "%00"]) {
        const outcome = await tryOut(operation, rightful(a, operation), replaced(example(a), at, id));
        if (outcome.error) expect(["not_found", "validation_error", "forbidden"]).toContain(codeOf(outcome));
      }
    }
  });

  it("refuses NUL, lone surrogates and prototype keys anywhere", async () => {
    const spoilt = leaves(example(a)).flatMap(([at, value]) =>
      typeof value === "string" && at.length > 0
        ? ["a\0b", "\ud800"].map((text) => replaced(example(a), at, text))
        : [],
    );
    const poisoned = ['{"__proto__":{"x":1}}', '{"a":{"constructor":1}}', '{"a":[{"prototype":1}]}'].map((text) => ({
      ...(example(a) as object),
      ...(JSON.parse(text) as object),
      extra: JSON.parse(text) as unknown,
    }));
    for (const input of [...spoilt, ...poisoned]) {
      expect(codeOf(await tryOut(operation, rightful(a, operation), input))).toBe("validation_error");
    }
  });

  it("refuses wrong types, and takes no input at all to heart", async () => {
    for (const [at] of leaves(example(a))) {
      for (const wrong of [{ x: 1 }, [[]], 1e308, true, null, "x".repeat(70_000)]) {
        const input = replaced(example(a), at, wrong);
        const outcome = await tryOut(operation, rightful(a, operation), input);
        if (!operation.input.safeParse(input).success) expect(codeOf(outcome)).toBe("validation_error");
        else if (outcome.error) expect(outcome.error).toBeInstanceOf(AppError);
        if (outcome.error instanceof AppError) expect(outcome.error.status).toBeLessThan(500);
      }
    }
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 3 }), async (input) => {
        const { error } = await tryOut(operation, rightful(a, operation), input);
        if (error !== undefined) expect(error).toSatisfy((one) => one instanceof AppError && one.status < 500);
      }),
      { numRuns: 15 },
    );
  });

  it("shows people held to their own rows nothing of a colleague's conversation and contact", async () => {
    for (const actor of [restricted, a.otherAgent, ...scoped]) {
      const input = example(a);
      const outcome = await tryOut(operation, actor, input);
      // What they may no longer see is announced by its bare id, because it may be on their screen.
      const given = operation.name === "realtime.since" ? {} : hidden(a.given);
      expectNothingOf({ ...a, given }, outcome, input);
      const named = leaves(input).some(([, value]) => value === a.given.conversationId || value === a.given.contactId);
      if (named && outcome.error === undefined)
        expect(outcome.output).toMatchObject({ results: [{ status: expect.toBeOneOf([404, "invalid"]) }] });
      if (named && outcome.error) expect(["not_found", "validation_error", "forbidden"]).toContain(codeOf(outcome));
    }
  });
});

describe.each(operations.filter(([, { access }]) => access !== "visitor" && access !== "system"))(
  "%s",
  (_name, operation) => {
    it("shows people with masks no address and no number of a customer [W11]", async () => {
      const { text } = await tryOut(operation, masked, operation.example(a.given));
      expect(text).not.toContain(`${secretWordOf(a.companyId)}@`);
      expect(text.replace(/[^0-9]/g, "")).not.toContain("47659083");
    });
  },
);

describe.each(operations.filter(([, { access }]) => access !== "visitor" && access !== "system"))(
  "%s",
  (_name, operation) => {
    const { kind, whileSeeing = kind === "command" ? "refused" : "allowed" } = operation;

    it(`is ${whileSeeing} while an administrator looks as somebody, and then answers what that person gets [W11]`, async () => {
      for (const person of [masked, a.agent, a.viewer]) {
        // The administrator has just signed in.
        const looking = { ...person, seenBy: { ...a.admin, sessionId }, sessionId };
        const own = await tryOut(operation, person, operation.example(a.given));
        const seen = await tryOut(operation, looking, operation.example(a.given));
        if (whileSeeing === "refused") {
          expect(seen.error).toMatchObject({ code: "forbidden", status: 403 });
          if (codeOf(own) !== "forbidden") expect(seen.error).toMatchObject({ extra: { seenAs: person.name } });
        } else {
          expect(codeOf(seen)).toEqual(codeOf(own));
          expect(seen.text.replace(changing, "")).toBe(own.text.replace(changing, ""));
        }
      }
    });
  },
);

/** Times of asking. */
const changing = /"(?:at|from|to|now)":"[^"]+"/g;

/** The ids that a restricted colleague must not meet. */
function hidden(given: Given): Given {
  const names = ["conversationId", "contactId", "messageId", "noteId", "conversationNoteId"];
  return Object.fromEntries(names.map((name) => [name, given[name] ?? ""]));
}

describe("after all of that", () => {
  it("company A is exactly as it was", async () => {
    expect(await contentOf(a.companyId)).toEqual(before);
  });
});
