import { expect, it } from "vitest";
import { readMailUrl, readSender } from "./mail-url.ts";
import { parseEnv } from "./variables.ts";

it("reads where mail leaves, and lets no password leave unencrypted unless it is said [P5]", () => {
  expect(readMailUrl("smtp://ana%40example.com:p%2Fw@mail.example.com")).toEqual({
    ...{ host: "mail.example.com", port: 587, secure: false, requireTls: true },
    ...{ user: "ana@example.com", password: "p/w" },
  });
  expect(readMailUrl("smtp://a:b@mail.example.com:2525?tls=off")).toMatchObject({ port: 2525, requireTls: false });
  expect(readMailUrl("smtps://a:b@mail.example.com")).toMatchObject({ port: 465, secure: true });
  expect(readMailUrl("smtp://127.0.0.1:1025")).toMatchObject({ host: "127.0.0.1", requireTls: false, user: "" });
});

it.each([
  "http://mail.example.com",
  "mail.example.com",
  "smtp://",
  "smtp://a:%zz@mail.example.com",
  "smtp://a:hunter22@mail.example.com/folder",
  "smtp://a:hunter22@mail.example.com?tls=perhaps",
])("takes no other address, and shows no password: %s [P5]", (text) => {
  expect(readMailUrl(text)).toBeUndefined();
  expect(() => parseEnv({ SMTP_URL: text, MAIL_FROM: "a@example.com" })).toThrow(/SMTP_URL(?!.*hunter22)/);
});

it("reads who mail is from, in one line only [P5]", () => {
  expect(readSender("Acme Inbox <inbox@example.com>")).toEqual({ name: "Acme Inbox", address: "inbox@example.com" });
  expect(readSender('"Acme, Inc." <inbox@example.com>')?.name).toBe("Acme, Inc.");
  expect(readSender("inbox@example.com")).toEqual({ name: "", address: "inbox@example.com" });
  for (const text of ["", "Acme", "<>", "a@b@c.example", "a@example.com\r\nBcc: x@example.com", "A\nB <a@example.com>"])
    expect(readSender(text)).toBeUndefined();
});

it("wants both or neither [P5]", () => {
  expect(parseEnv({}).mail).toBeUndefined();
  expect(() => parseEnv({ SMTP_URL: "smtp://localhost:25" })).toThrow(/MAIL_FROM is missing/);
  expect(() => parseEnv({ MAIL_FROM: "a@example.com" })).toThrow(/SMTP_URL is missing/);
  const both = { SMTP_URL: "smtp://localhost:25", MAIL_FROM: "a@example.com" };
  expect(parseEnv(both).mail?.server.port).toBe(25);
});
