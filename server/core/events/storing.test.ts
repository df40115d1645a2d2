import { expect, it } from "vitest";
import { z } from "zod";
import { systemActor } from "#server/core/actor.ts";
import { command } from "#server/core/operation.ts";
import { inSavepoint } from "#server/db/transactions/savepoint.ts";
import { eventsDuring, eventsOf } from "#server/testing/events.ts";
import { openCompany } from "#server/testing/fixture.ts";
import { Line } from "#server/testing/platform.ts";

const company = await openCompany();
const actor = systemActor(company.companyId);

type Part = { execute: (by: typeof actor, input: Record<string, never>) => Promise<unknown> };

/** Tells a phase that is called as the part says, before and after the parts within it. */
function part(name: string, within: readonly Part[] = []) {
  return command({
    name: `stories.${name}`,
    access: "system",
    input: z.object({}),
    output: z.object({}),
    example: () => ({}),
    async run({ emit }) {
      emit({ type: "phase/changed", data: { id: `${name} begins` } });
      for (const one of within) await inSavepoint(() => one.execute(actor, {})).catch(() => undefined);
      if (name.startsWith("bad")) throw new Error("It does not work.");
      emit({ type: "phase/changed", data: { id: `${name} ends` } });
      return {};
    },
  });
}

const told = async () =>
  (await eventsOf(company)).filter(({ type }) => type === "phase/changed").map(({ data }) => data.id);

it("stores the events of commands within commands in the order in which they happened, without those of what failed [K8]", async () => {
  const before = (await told()).length;
  await part("whole", [
    part("first", [part("inner"), part("bad1")]),
    part("bad2", [part("lost")]),
    part("second"),
  ]).execute(actor, {});
  expect((await told()).slice(before)).toEqual([
    ...["whole begins", "first begins", "inner begins", "inner ends", "first ends"],
    ...["second begins", "second ends", "whole ends"],
  ]);
  await part("bad3", [part("third")])
    .execute(actor, {})
    .catch(() => undefined);
  expect(await told()).toHaveLength(before + 8);
});

it("tells of a new conversation before its first message and its contact [K8]", async () => {
  const line = await Line.open(company);
  const peer = "5491150048001";
  const events = await eventsDuring(company, () => line.receive("text", { peer, text: "Hi" }));
  const types = events.map(({ type }) => type);
  expect(types.slice(0, 4)).toEqual([
    "conversation/created",
    "conversation/message",
    "contact/created",
    "conversation/contact",
  ]);
});
