import type { CheckStep } from "../connector.ts";
import { isTransient } from "../graph/errors.ts";
import { GraphError } from "../graph/graph.ts";
import { type Finding, type FindingKey, finding, inEnglish } from "./finding-schema.ts";

/** A fault that a step found itself, without an error from the platform. */
class Fault extends Error {
  readonly found: Finding;
  readonly foreign: boolean;

  constructor(found: Finding, foreign: boolean) {
    super(inEnglish([found]));
    this.found = found;
    this.foreign = foreign;
  }
}

/** The access is good, but for another number, page or account than was entered. */
export function foreignAccess(key: FindingKey, value?: string): Error {
  return new Fault(finding(key, value), true);
}

export function refusal(key: FindingKey, value?: string): Error {
  return new Fault(finding(key, value), false);
}

/** What a refusal says of the access; undefined: only the platform's own words say it. */
function meaningOf({ action, code }: GraphError): FindingKey | undefined {
  if (isTransient(action)) return "away";
  if (code === 190 || code === 102 || code === 0) return "tokenRefused";
  if (code === 3 || code === 10 || code === 131005 || (code >= 200 && code < 300)) return "permissionMissing";
  return action === "reconnect" ? "unseen" : undefined;
}

/** Runs one step; a refusal by the platform becomes its finding. */
export async function tryStep(step: CheckStep["step"], work: () => Promise<Finding[]>): Promise<CheckStep> {
  try {
    const words = await work();
    return { step, ok: true, detail: inEnglish(words), words };
  } catch (error) {
    if (error instanceof Fault) {
      const told = { step, ok: false, detail: error.message, words: [error.found] };
      return error.foreign ? { ...told, foreign: true } : told;
    }
    if (!(error instanceof GraphError)) throw error;
    const words = error.details && error.details !== error.message ? ` ${error.details}` : "";
    const key = meaningOf(error);
    const said = key ? { words: [finding(key, error.details)] } : {};
    const found = { step, ok: false, detail: `${error.message}${words}`, ...said };
    if (error.action === "reconnect" || error.action === "denied") return { ...found, lost: true };
    return isTransient(error.action) ? { ...found, passing: true } : found;
  }
}

/** Whether the steps prove that the credentials do not give access. False where the platform was merely unreachable. */
export function failsForGood(steps: readonly CheckStep[]): boolean {
  return steps.some(({ step, ok, passing: away }) => (step === "token" || step === "account") && !ok && !away);
}
