import { expect, it } from "vitest";
import { curlOf } from "./curl-of.ts";

const log = {
  url: "https://example.com/hook",
  payload: { event: "contact/created", data: { name: "O'Hara" } },
  requestHeaders: {
    "Content-Type": "application/json",
    "X-Webhook-Secret": "whsec_...abcd",
    "X-Api-Key": "********",
    "X-Webhook-Event": "contact/created",
    "X-Webhook-Signature": "********",
  },
};

it("copies a delivery as a command in which only secrets are left to fill in", () => {
  expect(curlOf(log)).toBe(
    [
      "curl -i -X POST 'https://example.com/hook'",
      "-H 'Content-Type: application/json'",
      "-H 'X-Api-Key: YOUR_VALUE'",
      "-H 'X-Webhook-Event: contact/created'",
      '-H "X-Webhook-Secret: $WEBHOOK_SECRET"',
      `--data-raw '{"event":"contact/created","data":{"name":"O'\\''Hara"}}'`,
    ].join(" \\\n  "),
  );
});
