import { expect, it } from "vitest";
import { looksLikePhone } from "./phone.ts";

it.each([
  [
    true,
    {
      "sec-ch-ua-mobile": "?1",
      "user-agent": "Mozilla/5.0 (Linux; Android 10; K) Chrome/140.0.0.0 Mobile Safari/537.36",
    },
  ],
  [false, { "sec-ch-ua-mobile": "?0", "user-agent": "Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0 Safari/537.36" }],
  [
    true,
    { "user-agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) Version/18.6 Mobile/15E148 Safari/604.1" },
  ],
  [true, { "user-agent": "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0" }],
  [false, { "user-agent": "Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0" }],
  [false, {}],
])("a phone: %s, says the browser of %j", (expected, told) => {
  expect(looksLikePhone(new Headers(told))).toBe(expected);
});
