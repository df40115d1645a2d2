import { expect, it } from "vitest";
import { clientOf } from "#components/live/trpc/client.ts";
import { mask } from "#server/integrations/choices.ts";
import type { IntegrationView } from "#server/integrations/schema.ts";
import { SetupSaving } from "./use-save-setup.ts";

const day = (number: number) => `2026-01-0${number}T00:00:00.000Z`;
const opened: IntegrationView = {
  ...{ id: "1", name: "CRM", type: "crm", enabled: true, causes: ["lead"], lacks: [], address: null },
  ...{ failingSince: null, updatedAt: day(1), config: { stage: "1", pipeline: "1", accessToken: mask } },
};

/** A form that was opened with `opened`, where by now others have saved `config`. */
function form(config: Record<string, unknown>, updatedAt = day(2)) {
  const got: unknown[] = [];
  let stored = { ...opened, config: { ...opened.config, ...config }, updatedAt };
  const api = clientOf(async ({ path, input }) => {
    if (path === "integrations.list") return [stored];
    got.push(input);
    stored = { ...stored, ...(input as { config: typeof stored.config }), updatedAt: day(3) };
    return stored;
  });
  const setup = new SetupSaving(opened);
  return { got, save: (changes: Record<string, unknown>) => setup.save(api, changes) };
}

it("saves beside what others have saved since, on the version that they left", async () => {
  const { got, save } = form({ pipeline: "2" });
  await save({ stage: "7" });
  const config = { stage: "7", pipeline: "2", accessToken: mask, on: ["lead"] };
  expect(got).toEqual([{ integrationId: "1", config, ifMatch: day(2) }]);
  await save({ stage: "8" });
  expect(got[1]).toMatchObject({ config: { stage: "8" }, ifMatch: day(3) });
});

it("refuses once to save over what others have set of the same, a secret too, and takes it the second time", async () => {
  const { got, save } = form({ stage: "5" });
  const changes = { stage: "7", accessToken: "new" };
  const details = [
    { field: "stage", code: "changed" },
    { field: "accessToken", code: "changed", message: "" },
  ];
  await expect(save(changes)).rejects.toMatchObject({ data: { error: "precondition_failed", details } });
  expect(got).toEqual([]);
  await save(changes);
  expect(got).toMatchObject([{ config: changes }]);
});
