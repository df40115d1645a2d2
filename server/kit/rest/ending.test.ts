import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { readContact } from "#server/contacts/list/listing.ts";
import { openApiDocument } from "#server/rest/openapi.ts";
import { openCompany } from "#server/testing/fixture.ts";
import { endingHeaders } from "./ending.ts";
import { mountRoutes, type Variables } from "./mount.ts";
import { route } from "./route.ts";

const company = await openCompany("Ending", ["talk"]);
const ending = { announced: "2027-01-01", ends: "2028-01-01", instead: "/v1/new/{contactId}" };
const row = { method: "get", operation: readContact, tag: "Contacts", summary: "Read it" } as const;
const rows = [route({ ...row, path: "/v1/old/{contactId}", ending }), route({ ...row, path: "/v1/new/{contactId}" })];

describe("an endpoint that ends", () => {
  const app = new Hono<{ Variables: Variables }>();
  app.use("*", async (c, next) => {
    c.set("actor", company.admin);
    c.set("requestId", "r1");
    await next();
  });
  app.route("/", mountRoutes(rows));
  app.onError((error, c) => c.json({ error: String(error) }, 409));

  it("says so in every answer, errors included, and others do not [N2]", async () => {
    const known = company.given.contactId ?? "";
    for (const [id, status] of [
      [known, 200],
      ["unknown", 409],
    ]) {
      const { status: found, headers } = await app.request(`/v1/old/${id}`);
      expect(found).toBe(status);
      expect(headers.get("deprecation")).toBe("@1798761600");
      expect(headers.get("sunset")).toBe("Sat, 01 Jan 2028 00:00:00 GMT");
      expect(headers.get("link")).toBe(`</v1/new/${id}>; rel="successor-version"`);
    }
    expect((await app.request(`/v1/new/${known}`)).headers.has("sunset")).toBe(false);
  });

  it("is marked in the document, with its day and what to use [N2]", () => {
    const { paths } = openApiDocument(rows) as { paths: Record<string, { get: Record<string, unknown> }> };
    expect(paths["/v1/old/{contactId}"]?.get.deprecated).toBe(true);
    expect(paths["/v1/old/{contactId}"]?.get.description).toContain(
      "Works until 2028-01-01. Use `/v1/new/{contactId}`.",
    );
    expect(paths["/v1/new/{contactId}"]?.get.deprecated).toBeUndefined();
  });

  it("is announced twelve months ahead, or not at all [N2]", () => {
    expect(() => endingHeaders({ announced: "2027-01-02", ends: "2028-01-01" })).toThrow("twelve months");
    expect(() => endingHeaders({ announced: "soon", ends: "2028-01-01" })).toThrow("twelve months");
    expect(endingHeaders({ announced: "2027-01-01", ends: "2028-01-01" }).Link).toContain('rel="deprecation"');
  });
});
