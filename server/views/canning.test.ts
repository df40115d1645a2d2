import { describe, expect, it } from "vitest";
import { furnishedCompany } from "#server/testing/company.ts";
import { openCompany } from "#server/testing/fixture.ts";
import { createCanned, deleteCanned, listCanned, updateCanned } from "./canning.ts";

const company = await openCompany();
const other = await furnishedCompany("Other");

describe("canned responses", () => {
  it("are the company's, with a shortcut of their own each", async () => {
    const made = await createCanned.execute(company.supervisor, { shortcut: " Horario ", text: "De nueve a seis." });
    expect(made.shortcut).toBe("horario");
    const again = { shortcut: "HORARIO", text: "x" };
    await expect(createCanned.execute(company.admin, again)).rejects.toMatchObject({ code: "already_exists" });
    expect((await createCanned.execute(other.admin, again)).shortcut).toBe("horario");
    expect((await listCanned.execute(company.agent, {})).map(({ shortcut }) => shortcut)).toContain("horario");
    const changed = await updateCanned.execute(company.admin, { cannedId: made.id, text: "De nueve a siete." });
    expect(changed).toMatchObject({ shortcut: "horario", text: "De nueve a siete." });
    await expect(updateCanned.execute(other.admin, { cannedId: made.id, text: "x" })).rejects.toMatchObject({
      code: "not_found",
    });
    await deleteCanned.execute(company.admin, { cannedId: made.id });
    await expect(deleteCanned.execute(company.admin, { cannedId: made.id })).rejects.toMatchObject({
      code: "not_found",
    });
  });

  it("refuse shortcuts that could not be typed", async () => {
    for (const shortcut of ["", "two words", "/slash", "x".repeat(41), "-dash"])
      await expect(createCanned.execute(company.admin, { shortcut, text: "x" })).rejects.toMatchObject({
        code: "validation_error",
      });
  });
});
