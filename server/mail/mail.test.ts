import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newId } from "#server/base/ids.ts";
import type { Actor } from "#server/core/actor.ts";
import { type MailServer, sendByMailServer } from "#server/testing/mail-server.ts";
import type { Letter } from "./composing.ts";

let server: MailServer;
let actor: Actor;
let other: Actor;
let admin: Actor;
let parts: {
  pool: typeof import("#server/db/pool.ts");
  prisma: typeof import("#server/db/prisma.ts").prisma;
  queueMail: typeof import("./queueing.ts").queueMail;
  sending: typeof import("./sending.ts");
  testing: typeof import("./testing.ts");
  counts: typeof import("./access.sql.ts").countMail;
  close: () => Promise<void>;
};

beforeAll(async () => {
  server = await sendByMailServer();
  const doors = await import("#server/testing/doors.ts");
  doors.openDoors();
  const { createCompany } = await import("#server/companies/creating.ts");
  const { systemActor } = await import("#server/core/actor.ts");
  const { permissionsOfRole } = await import("#server/core/permissions.ts");
  const make = async (name: string) => {
    const email = `${newId()}@example.com`;
    return createCompany({ name, admin: { name: "Ana", email, password: "tea at the harbour" } });
  };
  const made = await make("Acme");
  const { companyId, userId } = made;
  actor = systemActor(companyId);
  other = systemActor((await make("Other")).companyId);
  const permissions = new Set<string>(permissionsOfRole("admin"));
  admin = { type: "user", companyId, id: userId, userId, name: "Ana", permissions, seesUnassigned: false };
  const { prisma } = await import("#server/db/prisma.ts");
  const { queueMail } = await import("./queueing.ts");
  const { countMail: counts } = await import("./access.sql.ts");
  const [pool, sending, testing] = await Promise.all([
    import("#server/db/pool.ts"),
    import("./sending.ts"),
    import("./testing.ts"),
  ]);
  parts = { pool, prisma, queueMail, sending, testing, counts, close: doors.closeDoors };
});
afterAll(async () => {
  await parts.close();
});
beforeEach(() => {
  server.arrived.length = 0;
  server.answer(0);
});

type More = Partial<Pick<Letter, "values" | "locale" | "settings">> & { to?: string; cause?: string; expiresAt?: Date };

function queue({ to = "bea@example.com", cause = newId(), ...more }: More = {}) {
  const letter: Letter = { kind: "test", locale: "en", values: { company: "Acme" }, link: "https://p.example/a?b=1&c" };
  return parts.pool.inTransaction(actor.companyId, () =>
    parts.queueMail({ actor, now: new Date(Date.now() - 1000) }, { ...letter, to, cause, ...more }),
  );
}
const send = () => parts.sending.sendDueMail.execute(actor, {});
const stored = (cause: string) =>
  parts.pool.inCompany(actor.companyId, () =>
    parts.prisma.mail.findFirstOrThrow({ where: { companyId: actor.companyId, cause } }),
  );
/** The next try is due. */
const pass = (cause: string) =>
  parts.pool.inCompany(actor.companyId, () =>
    parts.prisma.mail.updateMany({ where: { companyId: actor.companyId, cause }, data: { dueAt: new Date(0) } }),
  );

describe("mail by SMTP [P5]", () => {
  it("arrives as text and HTML, in the reader's language, and keeps no words afterwards", async () => {
    const cause = newId();
    expect(await queue({ cause, locale: "es" })).toBe(true);
    const before = await stored(cause);
    expect(before.content).not.toContain("Acme");
    expect(await send()).toEqual({ sent: 1 });
    const mail = await server.until(1);
    expect(mail).toMatchObject({ from: "inbox@acme.example", to: ["bea@example.com"], subject: "Prueba de Parley" });
    expect(mail.headers).toContain("From: Acme Inbox <inbox@acme.example>");
    expect(mail.headers).toContain(`Message-ID: <${before.id}@acme.example>`);
    expect(mail.text).toContain("El correo de Acme funciona");
    expect(mail.text).toContain("https://p.example/a?b=1&c");
    expect(mail.raw).toContain("text/html");
    expect(await stored(cause)).toMatchObject({ state: "sent", content: "", dueAt: null, attempts: 1 });
    expect(await send()).toEqual({ sent: 0 });
  });

  it("is sent once for one cause, also by two senders at once, and by nobody of another company", async () => {
    const cause = newId();
    await queue({ cause });
    expect(await queue({ cause })).toBe(false);
    expect(await parts.sending.sendDueMail.execute(other, {})).toEqual({ sent: 0 });
    const both = await Promise.all([send(), send()]);
    expect(both[0].sent + both[1].sent).toBe(1);
    expect(server.arrived).toHaveLength(1);
  });

  it("lets no name write headers, recipients or HTML", async () => {
    const company = 'Evil\r\nBcc: victim@example.com\r\n\r\n<img src="https://evil.example/x">';
    await queue({ values: { company }, to: "bea@example.com" });
    await send();
    const mail = await server.until(1);
    expect(mail.to).toEqual(["bea@example.com"]);
    expect(mail.headers).not.toMatch(/^Bcc:/im);
    expect(mail.raw.slice(mail.raw.indexOf("text/html"))).not.toContain("<img");
    const more = newId();
    await queue({ cause: more, to: "bea@example.com>\r\nRCPT TO:<victim@example.com" });
    await send();
    const reached = server.arrived.flatMap(({ to }) => to).filter((to) => to === "victim@example.com");
    expect(reached).toEqual([]);
  });

  it("fits a phone and a dark screen, and shows what is written from right to left as it is", async () => {
    const { compose } = await import("./composing.ts");
    const details = [{ label: { name: "زائر" }, text: "مرحبا!" }];
    const { html } = compose({ kind: "test", locale: "en", values: { company: "Acme" }, link: "", details });
    expect(html).toContain('<meta name="viewport" content="width=device-width,initial-scale=1">');
    expect(html).toMatch(/<body style="[^"]*overflow-wrap:anywhere/);
    expect(html).toContain('<span dir="auto">مرحبا!</span>');
    // In the colours of the reader's program, but for the button, which brings both of its own.
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(html.replaceAll(/background:#0f766e;color:#ffffff/g, "")).not.toMatch(
      /(?<!border-top:1px solid )#[0-9a-f]{6}/,
    );
  });

  it("keeps the order of a sentence around a name from right to left, in the subject, the text and the HTML", async () => {
    const { compose } = await import("./composing.ts");
    const values = { company: "Acme", who: "محمد (2)\u202e" };
    const details = [{ label: { name: "محمد" }, text: "שלום 1" }];
    const link = "https://p.example";
    const { subject, text, html } = compose({ kind: "conversation_lead", locale: "en", values, link, details });
    expect(subject).toBe("New lead: \u2068محمد (2)\u2069");
    expect(text).toContain("\u2068محمد (2)\u2069 has become a lead of Acme.");
    expect(text).toContain("\u2068محمد\u2069: \u2068שלום 1\u2069");
    expect(html).toContain("\u2068محمد (2)\u2069 has become a lead of Acme.");
    expect(html).toContain('<span dir="auto">محمد</span>:');
  });

  it("keeps signs of several parts whole, and leaves out what hides or turns", async () => {
    const { oneLine } = await import("./lines.ts");
    const family = "👨‍👩‍👧‍👦";
    const england = "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}";
    expect(oneLine(`${family} می‌خواهم ${england} ❤️`, 100)).toBe(`${family} می‌خواهم ${england} ❤️`);
    expect(oneLine("A\u202en\u2069a\u200b\r\nBcc: x\u{e0041}", 100)).toBe("Ana Bcc: x");
    expect(oneLine("e\u0301".repeat(3), 4)).toBe("e\u0301…");
    expect(oneLine(family.repeat(3), 9)).toBe(`${family}…`);
    expect(oneLine("Ana", 3)).toBe("Ana");
    // One letter under more marks than there is room for.
    expect([...oneLine(`e${"\u0301".repeat(50)}`, 10)]).toHaveLength(10);
  });

  it("says where its reader chooses, to the program that offers to stop it", async () => {
    await queue({ settings: "https://p.example/settings/notifications?company=1" });
    await queue();
    await send();
    await server.until(2);
    const [stoppable, owed] = ["List-Unsubscribe: <https://p.example/settings/notifications?company=1>", "List-Unsub"];
    const told = server.arrived.map(({ headers }) => headers);
    expect(told.filter((headers) => headers.includes(stoppable))).toHaveLength(1);
    expect(told.filter((headers) => headers.includes(owed))).toHaveLength(1);
    expect(told.every((headers) => headers.includes("Auto-Submitted: auto-generated"))).toBe(true);
  });

  it("tries again what the server puts off, by a ladder, and tells what it said", async () => {
    const cause = newId();
    await queue({ cause });
    server.answer(451);
    expect(await send()).toEqual({ sent: 0 });
    const waiting = await stored(cause);
    expect(waiting).toMatchObject({ state: "waiting", attempts: 1 });
    expect(waiting.error).toContain("No such mailbox here");
    const wait = (waiting.dueAt?.getTime() ?? 0) - Date.now();
    expect(wait).toBeGreaterThan(5000);
    expect(wait).toBeLessThan(11_000);
    expect(await send()).toEqual({ sent: 0 });
    expect((await stored(cause)).attempts).toBe(1);
    server.answer(0);
    await pass(cause);
    expect(await send()).toEqual({ sent: 1 });
  });

  it("gives up what is refused for good, what came too late, and what failed on every try", async () => {
    const [refused, late, worn] = [newId(), newId(), newId()];
    await queue({ cause: refused });
    server.answer(550);
    await send();
    expect(await stored(refused)).toMatchObject({ state: "failed", content: "", dueAt: null });
    await queue({ cause: late, expiresAt: new Date(Date.now() - 1) });
    server.answer(0);
    await send();
    expect(await stored(late)).toMatchObject({ state: "failed", error: "It came too late to be of use." });
    expect(server.arrived).toEqual([]);
    await queue({ cause: worn });
    server.answer(451);
    for (let round = 0; round <= parts.sending.ladder.length; round += 1) {
      await pass(worn);
      await send();
    }
    expect(await stored(worn)).toMatchObject({ state: "failed", attempts: parts.sending.ladder.length + 1 });
    const counted = await parts.pool.inCompany(actor.companyId, () => parts.counts(actor.companyId));
    expect(counted.failed).toBeGreaterThanOrEqual(3);
    expect(counted.lastError).toContain("No such mailbox here");
  });

  it("sends a test to who asks, at once, and says what the server says", async () => {
    expect(await parts.testing.sendTestMail.execute(admin, {})).toMatchObject({ outcome: "sent", error: "" });
    expect((await server.until(1)).subject).toBe("Test from Parley");
    server.answer(550);
    const failed = await parts.testing.sendTestMail.execute(admin, {});
    expect(failed).toMatchObject({ outcome: "failed", error: expect.stringContaining("No such mailbox here") });
    const status = await parts.testing.readMailStatus.execute(admin, {});
    expect(status).toMatchObject({ configured: true, from: "Acme Inbox <inbox@acme.example>" });
  });

  it("queues nothing for a transaction that is taken back", async () => {
    const cause = newId();
    const work = parts.pool.inTransaction(actor.companyId, async () => {
      const letter = { kind: "test", locale: "en", values: {}, link: "https://p.example" } as const;
      await parts.queueMail({ actor, now: new Date() }, { ...letter, to: "bea@example.com", cause });
      throw new Error("taken back");
    });
    await expect(work).rejects.toThrow("taken back");
    await expect(stored(cause)).rejects.toThrow();
  });
});
