import { expect, it } from "vitest";
import { draftOf, emptyDraft, faultsOfDraft, sameDraft, storedOf, urlFault } from "./draft.ts";

const stored = {
  url: "https://example.com/hook",
  eventTypes: ["contact/created", "contact/updated"] as const,
  websiteId: "*",
  retryCount: 3,
  signed: true,
  customHeaders: { "X-A": "1" },
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
