import { expect, it } from "vitest";
import { askedPath, pageHeaders } from "./dressing.ts";

it("tells pages the address that was asked for, without Next's own mark", async () => {
  const dress = pageHeaders({
    dev: false,
    widgetFrameAncestors: async () => "none",
    viewerOf: async () => ({ state: "anonymous" }),
  });
  const { request } = await dress("/contacts/7?tab=notes&_rsc=1x2", "", false);
  expect(request["x-parley-path"]).toBe("/contacts/7?tab=notes");
  expect(askedPath("/inbox?_rsc=1")).toBe("/inbox");
});
