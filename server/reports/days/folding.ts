import { z } from "zod";
import { hour } from "#server/base/clock.ts";
import { command } from "#server/core/operation.ts";
import { companyZone } from "../reading.ts";
import { foldedSchema } from "../schema.ts";
import { beginAnew, foldDay, lockFold, nextDays, noteUntil, takeLate } from "./folding.sql.ts";

/** A day is added up an hour after its end: who writes later than half an hour notes it (the trigger on events). */
const settled = hour;

/**
 * Adds up the days that have ended, and anew those to which something came late. Readers leave out days with a note and
 * count their facts; the notes are taken before the facts are read, so that none is missed.
 */
export const foldDays = command({
  name: "reports.fold",
  access: "system",
  input: z.object({ most: z.int().min(1).max(400).default(40) }),
  output: foldedSchema,
  example: () => ({ most: 1 }),
  async run({ actor, input, now }) {
    const { companyId } = actor;
    const timeZone = await companyZone(actor);
    const fold = await lockFold(companyId, timeZone);
    if (fold.timeZone !== timeZone) await beginAnew(companyId, timeZone);
    const until = fold.timeZone === timeZone ? (fold.until?.toISOString().slice(0, 10) ?? "") : "";
    const late = (await takeLate(companyId, timeZone)).filter((day) => day <= until);
    const next = await nextDays(companyId, timeZone, new Date(now.getTime() - settled), input.most);
    for (const day of [...late, ...next]) await foldDay(companyId, timeZone, day);
    const last = next.at(-1);
    if (last) await noteUntil(companyId, last);
    return { days: late.length + next.length };
  },
});
