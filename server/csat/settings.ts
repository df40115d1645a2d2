import { z } from "zod";
import { AppError, invalidField } from "#server/base/errors.ts";
import type { Actor } from "#server/core/actor.ts";
import { command, query } from "#server/core/operation.ts";
import { takeTurn } from "#server/db/locking.sql.ts";
import { prisma } from "#server/db/prisma.ts";
import { readableTemplate, whatsappChannel } from "#server/templates/access.ts";
import { csatSettingsOf } from "./access.ts";
import type { CsatTemplate } from "./choices.ts";
import { csatSettingsSchema, updateCsatSettingsInput } from "./schema.ts";

async function known<T>(found: Promise<T>, field: string, what: string): Promise<T> {
  return found.catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== "not_found") throw error;
    throw invalidField(field, `No such ${what}.`, "unknown_reference");
  });
}

/** One for each channel, which both must exist. */
async function requireTemplates(actor: Actor, templates: readonly CsatTemplate[]): Promise<void> {
  const seen = new Set<string>();
  for (const [at, { channelId, templateId }] of templates.entries()) {
    const field = `templates.${at}`;
    const channel = await known(whatsappChannel(actor, channelId), `${field}.channelId`, "WhatsApp channel");
    await known(readableTemplate(actor, templateId, channel.id), `${field}.templateId`, "template on this channel");
    if (seen.has(channel.id)) throw invalidField(`${field}.channelId`, "One template for each channel.", "repeated");
    seen.add(channel.id);
  }
}

/** GET /v1/csat-settings */
export const readCsatSettings = query({
  name: "csat.settings",
  access: "websites_read",
  input: z.object({}),
  output: csatSettingsSchema,
  example: () => ({}),
  run: ({ actor }) => csatSettingsOf(actor),
});

/** PATCH /v1/csat-settings: what is not given stays. What waits already is asked as it is set when its time comes. */
export const updateCsatSettings = command({
  name: "csat.updateSettings",
  access: "websites_write",
  input: updateCsatSettingsInput,
  output: csatSettingsSchema,
  example: () => ({ enabled: true, delayMinutes: 10 }),
  async run({ actor, input, now, emit }) {
    const { companyId } = actor;
    await takeTurn(`csat-settings:${companyId}`);
    if (input.templates) await requireTemplates(actor, input.templates);
    const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
    const { updatedAt: _before, ...before } = await csatSettingsOf(actor);
    const data = { ...before, ...given, updatedAt: now };
    await prisma.csatSettings.upsert({ where: { companyId }, create: { companyId, ...data }, update: data });
    emit({ type: "csat/changed", data: { id: companyId } });
    return csatSettingsOf(actor);
  },
});
