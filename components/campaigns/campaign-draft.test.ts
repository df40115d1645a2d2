import { expect, it, vi } from "vitest";
import { noFilter } from "#components/contacts/table/contact-address.ts";
import { dryRunInput } from "#server/campaigns/schema.ts";
import {
  audienceOf,
  contentOf,
  csvColumns,
  csvText,
  emptyCampaign,
  filtersOf,
  gapsOf,
  sourceOf,
} from "./campaign-draft.ts";
import { copied } from "./copied-campaign.ts";

it("writes the filters of the contact list as the API takes them and leaves order and page out", () => {
  expect(filtersOf(noFilter)).toEqual({});
  expect(filtersOf({ ...noFilter, status: ["new", "client"], search: "ana" })).toEqual({
    search: "ana",
    status: ["new", "client"],
  });
});

it.each(["Pacific/Auckland", "America/Argentina/Buenos_Aires", "UTC"])(
  "copies the filters of a campaign as they were, days and tags with commas included [J8]: in %s",
  (zone) => {
    vi.stubEnv("TZ", zone);
    const filter = {
      ...noFilter,
      name: "50%",
      conversationTags: ["vip, test ride", "100%"],
      dateFrom: "2026-10-04",
      dateTo: "2026-11-01",
    };
    const audience = { type: "filters" as const, filters: filtersOf(filter) };
    expect(copied({ audience, variables: {}, media: null, sendRate: 60 }, "Again").filter).toEqual(filter);
    vi.unstubAllEnvs();
  },
);

it("copies filters that were kept as texts", () => {
  const audience = { type: "filters" as const, filters: { status: "new,client", conversationTags: "a,b" } };
  const { filter } = copied({ audience, variables: {}, media: null, sendRate: 60 }, "Again");
  expect(filter).toEqual({ ...noFilter, status: ["new", "client"], conversationTags: ["a", "b"] });
});

it("reads the columns of a file whatever separates them", () => {
  expect(csvColumns('\ufeffphone,"Full name",city\n549,Ana,Rosario')).toEqual(["phone", "Full name", "city"]);
  expect(csvColumns("phone;name\r\n549;Ana")).toEqual(["phone", "name"]);
  expect(csvColumns("sep=;\r\nphone;name\r\n549;Ana")).toEqual(["phone", "name"]);
  expect(csvColumns('phone|"Due | by"\r549|x')).toEqual(["phone", "Due | by"]);
  expect(csvColumns('phone,"Amount, in $","the ""best"" one"\n549,1,2')).toEqual([
    "phone",
    "Amount, in $",
    'the "best" one',
  ]);
});

it("reads names with accents however a spreadsheet has written them", async () => {
  const text = "phone,name\n549,José Núñez";
  const wide = Buffer.from(`\ufeff${text}`, "utf16le");
  const files = [Buffer.from(text), Buffer.from(`\ufeff${text}`), Buffer.from(text, "latin1"), wide];
  for (const bytes of [...files, Buffer.from(wide).swap16()])
    expect(await csvText(new Blob([new Uint8Array(bytes)]))).toBe(text);
});

it("fills the first variable with the name, named ones with their field, the rest with a text", () => {
  const slot = (key: string) => ({ key, example: "" });
  expect(sourceOf(emptyCampaign, slot("1"))).toMatchObject({ from: "contact", value: "name" });
  expect(sourceOf(emptyCampaign, slot("email"))).toMatchObject({ from: "contact", value: "email" });
  expect(sourceOf(emptyCampaign, slot("2"))).toMatchObject({ from: "text", value: "" });
});

it("lets go of a column that the audience does not have any more", () => {
  const slot = { key: "2", example: "" };
  const variables = { "2": { from: "column" as const, value: "city", fallback: "here" } };
  const csv = { name: "", text: "phone,city\n549,Rosario" };
  const draft = { ...emptyCampaign, audience: "csv" as const, csv, variables };
  expect(sourceOf(draft, slot)).toEqual(variables["2"]);
  for (const other of [
    { ...draft, audience: "tags" as const },
    { ...draft, csv: { name: "", text: "phone,town\n549,Rosario" } },
  ])
    expect([sourceOf(other, slot).from, gapsOf(other, false, [slot]).includes("text")]).toEqual(["text", true]);
});

it("says what is missing, and writes what the service takes once nothing is", () => {
  expect(gapsOf({ ...emptyCampaign, audience: "tags", when: "later" }, true, [{ key: "2", example: "" }])).toEqual([
    "name",
    "template",
    "audience",
    "at",
    "media",
    "text",
  ]);
  const draft = {
    ...emptyCampaign,
    name: "June",
    channelId: "c",
    templateId: "7",
    tags: ["vip"],
    audience: "tags" as const,
  };
  expect(gapsOf(draft, false, [{ key: "1", example: "Ana" }])).toEqual([]);
  const input = { ...contentOf(draft, [{ key: "1", example: "Ana" }]), audience: audienceOf(draft) };
  expect(dryRunInput.safeParse(input).success).toBe(true);
});
