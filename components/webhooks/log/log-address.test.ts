import { expect, it } from "vitest";
import { boundsOf, isNarrowed, noFilter, readLogAddress, writeLogAddress } from "./log-address.ts";

const read = (text: string) => readLogAddress(new URLSearchParams(text));

it("carries what the log is narrowed to and which attempt is open", () => {
  const address = {
    logId: "0199-log",
    filter: {
      ...noFilter,
      outcome: "failed",
      event: "contact/created",
      status: "5xx",
      span: "24h",
      search: "ana & co",
    },
  } as const;
  expect(read(writeLogAddress(address))).toEqual(address);
  expect(read(writeLogAddress({ logId: "", filter: noFilter }))).toEqual({ logId: "", filter: noFilter });
});

it("leaves out what makes no sense", () => {
  expect(read("outcome=maybe&event=contact/exploded&status=9xx&span=forever&from=2026-01-01").filter).toEqual(noFilter);
  expect(read("span=custom&from=yesterday&to=2026-01-01").filter).toEqual({
    ...noFilter,
    span: "custom",
    to: "2026-01-01T00:00:00.000Z",
  });
});

it("reaches back from the full minute", () => {
  const now = Date.parse("2026-11-21T16:00:42.123Z");
  expect(boundsOf({ ...noFilter, span: "1h" }, now)).toEqual({ from: "2026-11-21T15:00:00.000Z" });
  expect(boundsOf(noFilter, now)).toEqual({});
  expect(isNarrowed({ ...noFilter, search: "x" })).toBe(true);
  expect(isNarrowed(noFilter)).toBe(false);
});
