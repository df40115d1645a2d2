import { describe, expect, it } from "vitest";
import { pageHeaders } from "./page-headers.ts";
import { contentSecurityPolicy } from "./security-headers.ts";

const nonce = "abc123==";

describe("contentSecurityPolicy", () => {
  it("runs scripts by nonce only and locks everything a page does not need", () => {
    const policy = contentSecurityPolicy({ nonce, frameAncestors: "none", dev: false });
    expect(policy).toContain("script-src 'nonce-abc123==' 'strict-dynamic';");
    expect(policy).toContain("object-src 'none'");
    expect(policy).toContain("base-uri 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain("unsafe-eval");
    expect(policy).not.toMatch(/script-src[^;]*unsafe-inline/);
  });

  it("lets the channel's own sites frame the chat", () => {
    const frameAncestors = ["https://shop.example", "http://localhost:8080", "https://*.example.org"];
    const policy = contentSecurityPolicy({ nonce, frameAncestors, dev: false });
    expect(policy).toContain("frame-ancestors 'self' https://shop.example http://localhost:8080 https://*.example.org");
    expect(contentSecurityPolicy({ nonce, frameAncestors: "any", dev: false })).toContain("frame-ancestors *");
  });

  it("lets Meta's pages in where its sign-up opens, and nowhere else [found C14]", async () => {
    const policy = contentSecurityPolicy({ nonce, frameAncestors: "none", dev: false, meta: true });
    for (const directive of ["script-src", "connect-src", "frame-src"])
      expect(policy).toMatch(new RegExp(`${directive} [^;]*facebook\\.(?:com|net)`));
    const dress = pageHeaders({ dev: false, widgetFrameAncestors: async () => "any", viewerOf: async () => ({}) });
    const id = "01995ad4-5c1a-7000-8000-000000000001";
    for (const url of ["/inbox", `/settings/channels/${id}`, `/connect/x`, `/widget/${id}`])
      expect((await dress(url, "", true)).response["Cross-Origin-Opener-Policy"] ?? "same-origin").toBe("same-origin");
    for (const url of ["/inbox", `/connect/${id}`, "/simulator/sign-up?x=1"])
      expect((await dress(url, "", true)).response["Content-Security-Policy"]).not.toContain("facebook");
    for (const url of [`/connect/${id}`, `/connect/${id}?a=1`, "/simulator/sign-up?x=1"])
      expect((await dress(url, "", true)).response["Cross-Origin-Opener-Policy"]).toBe("same-origin-allow-popups");
  });

  it("drops anything that is not an origin", () => {
    const frameAncestors = ["https://ok.example", "https://x.example; script-src *", "javascript:alert(1)", "'none'"];
    const policy = contentSecurityPolicy({ nonce, frameAncestors, dev: false });
    expect(policy).toMatch(/frame-ancestors 'self' https:\/\/ok\.example$/);
  });
});
