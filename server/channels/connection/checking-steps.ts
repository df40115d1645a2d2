import type { CheckStep } from "../connector.ts";
import { isTransient } from "../graph/errors.ts";
import { GraphError } from "../graph/graph.ts";

/** The access is good, but for another number, page or account than was entered. */
class ForeignAccess extends Error {}

export function foreignAccess(message: string): Error {
  return new ForeignAccess(message);
}

/** A fault that a step found itself, without an error from the platform. */
export function refusal(message: string): GraphError {
  return new GraphError({ code: 0, action: "fail", message });
}

/** Runs one step; a refusal by the platform becomes its finding. */
export async function tryStep(step: CheckStep["step"], work: () => Promise<string>): Promise<CheckStep> {
  try {
    return { step, ok: true, detail: await work() };
  } catch (error) {
    if (error instanceof ForeignAccess) return { step, ok: false, detail: error.message, foreign: true };
    if (!(error instanceof GraphError)) throw error;
    const words = error.details && error.details !== error.message ? ` ${error.details}` : "";
    const found = { step, ok: false, detail: `${error.message}${words}` };
    if (error.action === "reconnect" || error.action === "denied") return { ...found, lost: true };
    return isTransient(error.action) ? { ...found, passing: true } : found;
  }
}

/** Whether the steps prove that the credentials do not give access. False where the platform was merely unreachable. */
export function failsForGood(steps: readonly CheckStep[]): boolean {
  return steps.some(({ step, ok, passing: away }) => (step === "token" || step === "account") && !ok && !away);
}
