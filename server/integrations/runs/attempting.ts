import { AppError } from "#server/base/errors.ts";
import { log } from "#server/base/log.ts";
import { systemActor } from "#server/core/actor.ts";
import type { Integration, IntegrationRun } from "#server/db/generated/client.ts";
import { inCompany } from "#server/db/pool.ts";
import { readableIntegration } from "../access.ts";
import { Caller } from "../acts/calling.ts";
import { type Dossier, dossierOf } from "../acts/dossier.ts";
import { ActFailure, nothingToDo } from "../acts/failing.ts";
import { actOf } from "../acts/table.ts";
import type { RunCall, RunReason } from "../choices.ts";
import { openedConfig } from "../secrecy.ts";

/** How an attempt went. */
export type Attempted = {
  ok: boolean;
  reason: RunReason;
  message: string;
  retryable: boolean;
  calls: readonly RunCall[];
  /** Of whom it told. */
  contactId: string | null;
};

type About = Pick<IntegrationRun, "companyId" | "id" | "cause" | "attempt" | "createdAt">;

const unreadable = "A stored secret cannot be read: write it anew.";

/** Calls the other product for what is in the dossier; holds no transaction. */
async function act(integration: Integration, run: About, dossier: Dossier, caller: Caller, config: Acted) {
  const type = actOf(integration.type);
  if (!type) throw new ActFailure("off", "This type does nothing.");
  if (type.feature && dossier.features[type.feature] === false)
    throw new ActFailure("plan", `Your plan does not include this: ${type.feature}.`);
  const lacks = type.lacks(config);
  if (lacks.length > 0) throw new ActFailure("not_ready", `Settings are missing or wrong: ${lacks.join(", ")}.`);
  const { companyId, id: runId, cause, attempt, createdAt: at } = run;
  const about = { companyId, integrationId: integration.id, runId, cause, attempt, at };
  await type.run({ ...about, config, dossier, caller });
}
type Acted = Readonly<Record<string, unknown>>;

function failureOf(error: unknown, runId: string): ActFailure {
  if (error instanceof ActFailure) return error;
  if (error instanceof AppError && error.code === "unavailable") throw error;
  log.error({ error, runId }, "an integration could not act");
  return new ActFailure("fault", "Something went wrong here. It is tried again.", true);
}

/** One attempt. Throws only where the database is away. */
export async function attempt(integration: Integration, run: About, read: () => Promise<Dossier>): Promise<Attempted> {
  const opened = openedConfig(integration.config);
  const { secrets } = opened ?? { secrets: [] };
  const caller = new Caller({ secrets, pool: integration.id, attempt: run.attempt });
  let dossier: Dossier | undefined;
  const told = () => ({ calls: caller.calls, contactId: dossier?.contact?.id ?? null });
  try {
    if (!opened) throw new ActFailure("not_ready", unreadable);
    dossier = await read();
    await act(integration, run, dossier, caller, opened.config);
    return { ok: true, reason: "", message: "", retryable: false, ...told() };
  } catch (error) {
    const { reason, message, retryable } = failureOf(error, run.id);
    return { ok: false, reason, message: caller.hidden(message), retryable, ...told() };
  }
}

async function readDossier(companyId: string, conversationId: string): Promise<Dossier> {
  try {
    return await inCompany(companyId, () => dossierOf(systemActor(companyId), conversationId));
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") throw nothingToDo("The conversation is gone.");
    throw error;
  }
}

const left = { ok: false, retryable: false, calls: [], contactId: null } as const;

/** An attempt of a run, as the integration is now. */
export async function attemptRun(run: IntegrationRun): Promise<Attempted & Pick<Integration, "type">> {
  const { companyId, conversationId } = run;
  const integration = await inCompany(companyId, () => readableIntegration(systemActor(companyId), run.integrationId));
  const { type } = integration;
  if (!integration.enabled || !integration.trusted || conversationId === null)
    return { type, ...left, reason: "off", message: "It was switched off." };
  return { type, ...(await attempt(integration, run, () => readDossier(companyId, conversationId))) };
}
