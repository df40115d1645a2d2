import { expect, it } from "vitest";
import { draftOf, emptyDraft, faultsOfDraft, sameDraft, storedOf, urlFault } from "./draft.ts";

const stored = {
  url: "https://example.com/hook",
  eventTypes: ["contact/created", "contact/updated"] as const,
  websiteId: "*",
  retryCount: 3,
  signed: true,
  customHeaders: { "X-A": "1" },
  retryPlan: "day" as const,
  standardHeaders: true,
  secretOverlap: true,
  channelIds: ["0198c0de-0000-7000-8000-000000000001"],
  conditions: [
    { field: "data.status", operator: "equals" as const, value: "opened" },
    { field: "data.amount", operator: "greater_than" as const, value: 1000 },
    { field: "data.code", operator: "equals" as const, value: "007" },
    { field: "data.number", operator: "equals" as const, value: "7" },
    { field: "data.contact", operator: "exists" as const },
  ],
  callsPerSecond: 20,
  holdWhilePaused: true,
};

it("comes back from the form as it was", () => {
  const given = { ...stored, eventTypes: [...stored.eventTypes] };
  expect(storedOf(draftOf(given))).toEqual(given);
});

it("says what is missing or wrong before anything is sent", () => {
  expect(faultsOfDraft(emptyDraft)).toEqual({ url: "missing", events: "missing" });
  expect(
    faultsOfDraft({ ...emptyDraft, url: "https://a.example", headers: [{ id: 1, name: "Host", value: "x" }] }),
  ).toEqual({ events: "missing", headers: "faulty" });
});

it("says which limit or condition is wrong", () => {
  const fine = draftOf({ ...stored, eventTypes: [...stored.eventTypes] });
  expect(faultsOfDraft(fine)).toEqual({});
  for (const callsPerSecond of ["0", "1.5", "1001", "many"])
    expect(faultsOfDraft({ ...fine, callsPerSecond })).toEqual({ rate: "range" });
  const row = { id: 1, field: "data status", operator: "equals" as const, value: "x" };
  expect(faultsOfDraft({ ...fine, conditions: [row] })).toEqual({ conditions: "faulty" });
  for (const changed of [{ field: "data.status", value: " " }, { field: "visitorName" }, { field: "data" }])
    expect(faultsOfDraft({ ...fine, conditions: [{ ...row, ...changed }] })).toEqual({ conditions: "faulty" });
});

it("says why an address cannot be a target", () => {
  expect(urlFault("example.com/hook")).toBe("form");
  expect(urlFault("ftp://example.com")).toBe("scheme");
  expect(urlFault("javascript:alert(1)")).toBe("scheme");
  expect(urlFault("https://user:pass@example.com")).toBe("credentials");
  expect(urlFault(`https://example.com/${"a".repeat(2048)}`)).toBe("long");
  expect(urlFault(" https://example.com ")).toBeUndefined();
});

it("takes two drafts for the same whatever the order of events and headers", () => {
  const draft = draftOf({ ...stored, eventTypes: [...stored.eventTypes] });
  const turned = {
    ...draft,
    eventTypes: draft.eventTypes.toReversed(),
    headers: [...draft.headers, { id: 9, name: "", value: "" }],
  };
  expect(sameDraft(draft, turned)).toBe(true);
  expect(sameDraft(draft, { ...draft, signed: false })).toBe(false);
});
