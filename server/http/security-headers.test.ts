import { describe, expect, it } from "vitest";
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

  it("drops anything that is not an origin", () => {
    const frameAncestors = ["https://ok.example", "https://x.example; script-src *", "javascript:alert(1)", "'none'"];
    const policy = contentSecurityPolicy({ nonce, frameAncestors, dev: false });
    expect(policy).toMatch(/frame-ancestors 'self' https:\/\/ok\.example$/);
  });
});
