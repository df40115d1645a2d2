import { notFound } from "#server/base/errors.ts";
import type { Actor } from "#server/core/actor.ts";
import type { CsatResponse, CsatSettings } from "#server/db/generated/client.ts";
import { prisma } from "#server/db/prisma.ts";
import { findResponse } from "./access.sql.ts";

export type Settings = Omit<CsatSettings, "companyId" | "updatedAt"> & { updatedAt: Date | null };

const untouched: Settings = {
  enabled: false,
  delayMinutes: 5,
  everyDays: 30,
  scale: "stars",
  question: "",
  askComment: true,
  lowTask: false,
  templates: [],
  updatedAt: null,
};

/** The company's settings; the defaults where nobody has changed them. */
export async function csatSettingsOf({ companyId }: Pick<Actor, "companyId">): Promise<Settings> {
  const found = await prisma.csatSettings.findFirst({ where: { companyId }, omit: { companyId: true } });
  return found ?? untouched;
}

export async function readableResponse(actor: Actor, id: string): Promise<CsatResponse> {
  const found = await findResponse(actor, id);
  if (!found) throw notFound("response");
  return found;
}
