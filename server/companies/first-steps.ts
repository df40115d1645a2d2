import { z } from "zod";
import { env } from "#server/config/env.ts";
import type { Actor } from "#server/core/actor.ts";
import { command, query } from "#server/core/operation.ts";
import { execute, json, row, sql } from "#server/db/sql.ts";
import { ownCompany } from "./access.ts";
import { firstStepsSchema, noteFirstStepInput } from "./schema.ts";

type Found = {
  channelId: string | null;
  visited: boolean;
  answered: boolean;
  published: boolean;
  whatsapp: boolean;
  invited: boolean;
};

/** What has been done is derived from the data, so that no one has to tick anything. */
async function found({ companyId }: Actor): Promise<Found | undefined> {
  const own = sql`"companyId" = ${companyId}`;
  return row<Found>(sql`select
    (select "id" from channels where ${own} and "type" = 'WEBSITE' and "deletedAt" is null order by "id" limit 1) as "channelId",
    exists (select 1 from conversations where ${own} and "channel" = 'WEB') as "visited",
    exists (select 1 from conversations where ${own} and "firstHumanMessageAt" is not null) as "answered",
    exists (select 1 from chatbots where ${own} and "version" > 1) as "published",
    exists (select 1 from channels where ${own} and "type" = 'WHATSAPP_API' and "deletedAt" is null) as "whatsapp",
    (select count(*) > 1 from (select 1 from users where ${own} and "active" limit 2) u) as "invited"`);
}

async function view(actor: Actor): Promise<z.input<typeof firstStepsSchema>> {
  const { settings } = await ownCompany(actor);
  const noted = firstStepsNoted.safeParse(settings.firstSteps).data ?? {};
  const state = await found(actor);
  const done = {
    snippet: noted.snippet === true,
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

/** Records what the data cannot show: the snippet was copied; the list was hidden or brought back. */
export const noteFirstStep = command({
  name: "companies.noteFirstStep",
  access: "websites_write",
  input: noteFirstStepInput,
  output: firstStepsSchema,
  example: () => ({ snippet: true }),
  async run({ actor, input, now, emit }) {
    const { settings } = await ownCompany(actor, true);
    const before = firstStepsNoted.safeParse(settings.firstSteps).data ?? {};
    await execute(sql`
      update companies set "settings" = ${json({ ...settings, firstSteps: { ...before, ...input } })}, "updatedAt" = ${now}
      where "id" = ${actor.companyId}`);
    emit({ type: "company/changed", data: { id: actor.companyId } });
    return view(actor);
  },
});
