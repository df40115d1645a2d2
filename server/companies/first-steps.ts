import { z } from "zod";
import { env } from "#server/config/env.ts";
import type { Actor } from "#server/core/actor.ts";
import { command, query } from "#server/core/operation.ts";
import { prisma } from "#server/db/prisma.ts";
import { lockCompany, ownCompany } from "./access.ts";
import { stepsDone } from "./first-steps.sql.ts";
import { firstStepsSchema, noteFirstStepInput } from "./schema.ts";

async function view(actor: Actor): Promise<z.input<typeof firstStepsSchema>> {
  const { settings } = await ownCompany(actor);
  const noted = firstStepsNoted.safeParse(settings.firstSteps).data ?? {};
  const state = await stepsDone(actor, new URL(env.publicUrl).origin);
  const done = {
    snippet: noted.snippet === true || state?.placed === true,
    visitor: state?.visited === true,
    answer: state?.answered === true,
    publish: state?.published === true,
    whatsapp: state?.whatsapp === true,
    invite: state?.invited === true,
  };
  return { hidden: noted.hidden === true, channelId: state?.channelId ?? null, origin: env.publicUrl, done };
}

const firstStepsNoted = z.object({ snippet: z.boolean(), hidden: z.boolean() }).partial();

/** How far a new company has come with its set-up. */
export const readFirstSteps = query({
  name: "companies.firstSteps",
  access: "websites_write",
  input: z.object({}),
  output: firstStepsSchema,
  example: () => ({}),
  run: ({ actor }) => view(actor),
});

/** Records what the data does not show yet: the snippet was copied; the list was hidden or brought back. */
export const noteFirstStep = command({
  name: "companies.noteFirstStep",
  access: "websites_write",
  input: noteFirstStepInput,
  output: firstStepsSchema,
  example: () => ({ snippet: true }),
  async run({ actor, input, now, emit }) {
    const { settings } = await lockCompany(actor);
    const before = firstStepsNoted.safeParse(settings.firstSteps).data ?? {};
    await prisma.company.update({
      where: { id: actor.companyId },
      data: { settings: { ...settings, firstSteps: { ...before, ...input } }, updatedAt: now },
    });
    emit({ type: "company/changed", data: { id: actor.companyId } });
    return view(actor);
  },
});
