import { describe, expect, it } from "vitest";
import { readChat } from "./chat.ts";

const given = { customer: "", phone: "", dateOrder: "auto", timeZone: "UTC", fileName: "" } as const;

function read(text: string, more: Partial<Parameters<typeof readChat>[1]> = {}) {
  const { items, authors, unread } = readChat(text, { ...given, ...more });
  const thread = items.find(({ data }) => data.kind === "conversation")?.data;
  if (thread?.kind !== "conversation") throw new Error("no conversation");
  return { authors, unread, thread, lines: thread.lines ?? [], contact: items[0]?.data };
}

describe("a chat that WhatsApp exported", () => {
  it.each([
    ["Android, English (US)", "12/31/23, 9:41\u202fPM - Ana: Hi\n1/1/24, 12:05\u202fAM - Shop: Hello"],
    ["Android, Spanish", "31/12/2023, 9:41 p.\u00a0m. - Ana: Hi\n1/1/2024, 12:05 a.\u00a0m. - Shop: Hello"],
    ["Android, Portuguese", "31/12/2023 21:41 - Ana: Hi\n01/01/2024 00:05 - Shop: Hello"],
    ["Android, German", "31.12.23, 21:41 - Ana: Hi\n01.01.24, 00:05 - Shop: Hello"],
    ["Android, ISO", "2023-12-31, 21:41 - Ana: Hi\n2024-01-01, 00:05 - Shop: Hello"],
    ["iPhone", "\u200e[31/12/23, 21:41:00] Ana: Hi\n[01/01/24, 00:05:00] Shop: Hello"],
    ["iPhone, 12 hours", "[12/31/23, 9:41:00\u202fPM] Ana: Hi\r\n[1/1/24, 12:05:00\u202fAM] Shop: Hello"],
  ])("is read as %s writes it", (_name, text) => {
    const { lines, authors } = read(text);
    expect(authors).toEqual(["Ana", "Shop"]);
    expect(lines.map(({ at, by, text: said }) => [at, by, said])).toEqual([
      ["2023-12-31T21:41:00.000Z", "visitor", "Hi"],
      ["2024-01-01T00:05:00.000Z", "team", "Hello"],
    ]);
  });

  it("reads a line in time by its length, whatever stands in it", () => {
    const begun = performance.now();
    const { lines } = read(`31/12/23, 21:41 - Ana: a${" ".repeat(300_000)}b\n31/12/23, 21:42 - Ana: Hi <editado>`);
    expect(lines.map(({ text }) => text.length)).toEqual([16_384, 2]);
    expect(read(`31/12/23, 21:41 - Ana: ${"security code ".repeat(30_000)}`).lines).toHaveLength(1);
    expect(performance.now() - begun).toBeLessThan(2000);
  });

  it("keeps lines that go on, leaves out what the app says, and tells files and deleted messages", () => {
    const { lines, thread, unread } = read(
      [
        "31/12/23, 21:40 - Messages and calls are end-to-end encrypted. No one outside of this chat can read them.",
        "31/12/23, 21:41 - Ana: Hello",
        "with: a second line",
        "",
        "and a fourth",
        "31/12/23, 21:41 - Shop: <Media omitted>",
        "31/12/23, 21:42 - Ana: IMG-20231231-WA0001.jpg (file attached)",
        "the brake",
        "31/12/23, 21:43 - Ana: This message was deleted",
        "31/12/23, 21:44 - Ana changed their phone number.",
        "31/12/23, 21:45 - Shop: Ready <This message was edited>",
      ].join("\n"),
    );
    expect(lines.map(({ text, files, deleted }) => [text, files.map(({ name }) => name).join(), deleted])).toEqual([
      ["Hello\nwith: a second line\n\nand a fourth", "", false],
      ["", "Media omitted", false],
      ["the brake", "IMG-20231231-WA0001.jpg", false],
      ["", "", true],
      ["Ready", "", false],
    ]);
    expect([thread.leftOut, unread]).toEqual([2, 0]);
    expect(new Set(lines.map(({ id }) => id)).size).toBe(5);
  });

  it("counts from the phone's time zone, also where its clock changes", () => {
    const { lines } = read("[14/07/23, 10:00:00] Ana: a\n[14/12/23, 10:00:00] Ana: b", { timeZone: "Europe/Madrid" });
    expect(lines.map(({ at }) => at)).toEqual(["2023-07-14T08:00:00.000Z", "2023-12-14T09:00:00.000Z"]);
  });

  it("takes the order of a date from where days exist and time goes forwards, or as it is told", () => {
    const text = "03/04/23, 10:00 - Ana: a\n04/01/23, 10:00 - Ana: b\n05/01/23, 10:00 - Ana: c";
    expect(read(text).lines.map(({ at }) => at.slice(0, 10))).toEqual(["2023-03-04", "2023-04-01", "2023-05-01"]);
    expect(read(text, { dateOrder: "dmy" }).lines.at(0)?.at.slice(0, 10)).toBe("2023-01-04");
  });

  it("knows the customer by the file's name, by what is said, or as the first who wrote; a number is a phone", () => {
    const text = "31/12/23, 21:41 - Shop: a\n31/12/23, 21:42 - +54 9 11 5555-0000: b";
    expect(read(text).contact).toMatchObject({ name: "Shop" });
    const { contact, lines } = read(text, { fileName: "WhatsApp Chat with +54 9 11 5555-0000.txt" });
    expect(contact).toMatchObject({ name: "", phone: "+54 9 11 5555-0000" });
    expect(lines.map(({ by }) => by)).toEqual(["team", "visitor"]);
    expect(() => read(text, { customer: "Nobody" })).toThrow();
    expect(() => read("just a text")).toThrow();
  });
});
