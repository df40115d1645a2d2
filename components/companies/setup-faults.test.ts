import { expect, it } from "vitest";
import { newCompanyInput } from "#server/companies/schema.ts";
import { parseInput } from "#server/core/input.ts";
import { errorBody } from "#server/kit/rest/answer.ts";
import { detailsOf } from "./refusals.ts";
import { apart } from "./setup-faults.ts";

it("tells the company's name from the person's where both are missing", () => {
  const sent = { name: "", settings: { locale: "en", timeZone: "UTC" }, admin: { name: "", email: "", password: "" } };
  try {
    parseInput(newCompanyInput, sent);
    expect.unreachable();
  } catch (error) {
    const fields = detailsOf(apart(errorBody(error, "test").body)).map(({ field }) => field);
    expect(fields).toEqual(expect.arrayContaining(["company", "admin.name"]));
    expect(fields).not.toContain("name");
  }
});
