import { expect, it } from "vitest";
import { maskText, maskValue } from "./masking.ts";

const shown = (text: string) => maskText(text, ["email", "phone"]);

it.each([
  ["write to ana.lopez@example.com, please", "write to a•••@e•••.com, please"],
  ["ana%40example.com", "a•••@e•••.com"],
  ["a@b.com_c@d.de", "a•••@b•••.com_•••@d•••.de"],
  ["a%40b.co%40c.de", "a•••@b•••.co%40c.de"],
  ["josé+tag@correo.example.mx.", "j•••@c•••.mx."],
  ["@ana, see you@home", "@ana, see you@home"],
  ["call +1 (212) 555-0147 now", "call •••• 0147 now"],
  ["order 12345678", "order 12345678"],
  ["اتصل بي على ٠٥٠١٢٣٤٥٦٧ غدا", "اتصل بي على •••• ٤٥٦٧ غدا"],
  ["+٩٦٦ ٥٠ ١٢٣ ٤٥٦٧", "•••• ٤٥٦٧"],
  ["https://wa.me/5491147659083?text=hi", "https://wa.me/•••• 9083?text=hi"],
  ["api.whatsapp.com/send?phone=47659083", "api.whatsapp.com/send?phone=•••• 9083"],
  ["call 011/4765/9083", "call •••• 9083"],
  ["call +54\u20119\u201111\u20114765\u20119083", "call •••• 9083"],
  ["call +54 9 11\u200e 4765\u2060 9083", "call •••• 9083"],
  ["on 12/11/2026 10:30 and 2026-11-23 15:00", "on 12/11/2026 10:30 and 2026-11-23 15:00"],
  ["on 12/11/2026 011 4765 9083", "on 12/11/2026 •••• 9083"],
  ["https://shop.example/orders/123456789012", "https://shop.example/orders/123456789012"],
  ["Cel5491155557788 or 5491155557788hs", "Cel•••• 7788 or •••• 7788hs"],
  ["WhatsApp:5491155557788.", "WhatsApp:•••• 7788."],
  [
    "my number is _5491155557788_, a-5491155557788, x/5491155557788",
    "my number is _•••• 7788_, a-•••• 7788, x/•••• 7788",
  ],
  ["Cel54 9 11 4765 9083whatsapp", "Cel•••• 9083whatsapp"],
  ["cel٥٤٩١١٤٧٦٥٩٠٨٣", "cel•••• ٩٠٨٣"],
  [
    "shop.example/orders/123456789012 and /files/a/123456789012.pdf",
    "shop.example/orders/123456789012 and /files/a/123456789012.pdf",
  ],
  ["conversation 0192a3b4-1111-7123-8123-123456789012", "conversation 0192a3b4-1111-7123-8123-123456789012"],
  ["commit 1234567890123a4567890123456789012345abcd", "commit 1234567890123a4567890123456789012345abcd"],
  [
    "ORD-2026-11-0001234, v1.2026.11.23.001, IMG_20261123_153000.jpg",
    "ORD-2026-11-0001234, v1.2026.11.23.001, IMG_20261123_153000.jpg",
  ],
  ["VID_20261123153000123.mp4", "VID_20261123153000123.mp4"],
  ["answers wamid.HBgNNTQ5MTE0NzY1OTA4MxUCABE=", "answers wamid.•••"],
])("masks what is in %j", (text, masked) => {
  expect(shown(text)).toBe(masked);
});

it.each([
  ["letters", "a".repeat(200_000)],
  ["letters and a sign", `${"a".repeat(200_000)} a@b`],
  ["signs", "@".repeat(200_000)],
  ["written signs", "%40".repeat(70_000)],
  ["domains without an end", "a@b".repeat(70_000)],
  ["addresses", "a@b.c ".repeat(30_000)],
  ["digits and marks", "1\u200e\u200e\u200e".repeat(50_000)],
  ["dashes", "-/".repeat(100_000)],
  ["digits beside letters", "a1234567890 ".repeat(20_000)],
  ["digits that never end", "1".repeat(200_000)],
  ["what may be an address of the web", "a.".repeat(100_000)],
  ["what may be an id", "0123456789abcdef-".repeat(12_000)],
  ["digits that a letter ends", `${"1 ".repeat(100_000)}a`],
])("takes its time by the length of a text of %s", (_, text) => {
  const begun = performance.now();
  shown(text);
  expect(performance.now() - begun).toBeLessThan(1000);
});

const both = ["email", "phone", "field:passport"] as const;

it("masks ids that are a person's number or address, and no others", () => {
  const own = "0192a3b4-1111-7123-8123-123456789012";
  const cursor = Buffer.from(JSON.stringify(["seal", "5491147659083", own])).toString("base64url");
  const same = {
    messageId: "m_1457764197618",
    externalId: "mid.1457764197618:41d",
    id: own,
    contactId: "",
    ids: [own],
    fieldIds: ["customer-7", "robot"],
    seqId: 1_234_567_890_123,
  };
  expect(maskValue({ ...same, nextCursor: cursor }, both)).toEqual({ ...same, nextCursor: cursor });
  const shown = "•••• 9083";
  const theirs = {
    ...{ visitorId: "5491147659083", externalId: "+54 9 11 4765-9083", actorId: "47659083" },
    participants: [{ id: "5491147659083", type: "visitor" }],
    conversationContext: { userId: "ana@example.com", deepHash: "5491147659083", listCursor: "47659083" },
  };
  expect(maskValue(theirs, both)).toEqual({
    ...{ visitorId: shown, externalId: shown, actorId: shown },
    participants: [{ id: shown, type: "visitor" }],
    conversationContext: { userId: "a•••@e•••.com", deepHash: shown, listCursor: shown },
  });
});

it("masks what is called a phone in whatever digits it is written", () => {
  expect(maskValue({ phone: "٤٧٦٥", visitorPhone: "+٩٦٦٥٠١٢٣٤٥٦٧", celular: 5491147659083 }, both)).toEqual({
    ...{ phone: "••••", visitorPhone: "•••• ٤٥٦٧", celular: "•••• 9083" },
  });
});

it("masks personal data also where a bot collects it", () => {
  const collected = { collected_data: { custom: { passport: "AB-1", plan: "Gold" } } };
  expect(maskValue(collected, both)).toEqual({ collected_data: { custom: { passport: "•••", plan: "Gold" } } });
  const note = { field: "custom.passport", value: "AB-1" };
  expect(maskValue(note, both)).toEqual({ ...note, value: "•••" });
});
