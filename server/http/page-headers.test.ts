import { afterEach, expect, it, vi } from "vitest";
import { askedPath, pageHeaders } from "./page-headers.ts";

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

afterEach(() => vi.unstubAllEnvs());

it.each(["https://inbox.example", "http://localhost:4000"])(
  "tells pages of %s whether they need encryption",
  async (url) => {
    vi.stubEnv("PUBLIC_URL", url);
    vi.resetModules();
    const { pageHeaders } = await import("./page-headers.ts");
    const viewerOf = async () => ({ state: "anonymous" as const });
    const dress = pageHeaders({ dev: false, widgetFrameAncestors: async () => "none", viewerOf });
    const { request } = await dress("/sign-in", "", true);
    expect(request["x-parley-secure"]).toBe(url.startsWith("https:") ? url : "");
  },
);
