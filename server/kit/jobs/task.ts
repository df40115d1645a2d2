import type { z } from "zod";
import { type Actor, systemActor } from "#server/core/actor.ts";
import { parseInput } from "#server/core/input.ts";

/** One kind of job. `run` must be safe to run again: a job runs at least once. */
export type Task = {
  name: string;
  /** It calls other people's servers: where they are slow it goes on beside its place (server/jobs/aside.ts). */
  callsOut?: boolean;
  perform: (payload: unknown) => Promise<void>;
};

type Definition<P extends z.ZodType<{ companyId: string }>> = {
  /** noun.verb, as consumers name it. */
  name: string;
  payload: P;
  callsOut?: boolean;
  run: (job: { actor: Actor; payload: z.output<P> }) => Promise<unknown>;
};

/** A row of a noun's jobs.ts: the payload is parsed, the actor rebuilt from its company, an operation called. */
export function task<P extends z.ZodType<{ companyId: string }>>(definition: Definition<P>): Task {
  const { name, payload, callsOut = false, run } = definition;
  return {
    name,
    callsOut,
    async perform(given) {
      const parsed = parseInput(payload, given);
      await run({ actor: systemActor(parsed.companyId), payload: parsed });
    },
  };
}
