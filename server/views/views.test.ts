import { describe, expect, it } from "vitest";
import { furnishedCompany } from "#server/testing/company.ts";
import { openCompany } from "#server/testing/fixture.ts";
import { createView, deleteView, listViews, updateView } from "./saving.ts";

const company = await openCompany();
const other = await furnishedCompany("Other");

describe("saved views", () => {
  it("belong to the person who saved them", async () => {
    const made = await createView.execute(company.agent, { page: "inbox", name: "Mine", query: "tab=mine" });
    await createView.execute(company.agent, { page: "contacts", name: "Clients", query: "status=client" });
    const names = async (page?: "inbox") =>
      (await listViews.execute(company.agent, page ? { page } : {})).map(({ name }) => name);
    expect([await names(), await names("inbox")]).toEqual([["Mine", "Clients"], ["Mine"]]);
    expect(await listViews.execute(company.otherAgent, {})).toEqual([]);
    for (const stranger of [company.otherAgent, company.admin, other.admin]) {
      const viewId = made.id;
      await expect(updateView.execute(stranger, { viewId, name: "x" })).rejects.toMatchObject({ code: "not_found" });
      await expect(deleteView.execute(stranger, { viewId })).rejects.toMatchObject({ code: "not_found" });
    }
    expect((await updateView.execute(company.agent, { viewId: made.id, query: "tab=all" })).query).toBe("tab=all");
    await deleteView.execute(company.agent, { viewId: made.id });
    expect(await names()).toEqual(["Clients"]);
  });

  it("refuse a filter that is none, by its name, so that none holds more than was meant", async () => {
    const refused = { code: "validation_error", details: [{ field: "filters.prioritty", code: "not_in_view" }] };
    const filters = { prioritty: "urgent" };
    const typo = createView.execute(company.agent, { page: "inbox", name: "Typo", filters });
    await expect(typo).rejects.toMatchObject(refused);
    const { id: viewId } = await createView.execute(company.agent, { name: "Urgent", filters: { priority: "urgent" } });
    await expect(updateView.execute(company.agent, { viewId, filters })).rejects.toMatchObject(refused);
    // An address carries what is no filter, too.
    expect(await updateView.execute(company.agent, { viewId, query: "priority=urgent&from_mail=1" })).toMatchObject({
      filters: { priority: ["urgent"] },
    });
  });
});
