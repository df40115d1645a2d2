import type { FeatureName } from "#server/companies/schema.ts";
import type { Lacking, RunCause } from "../choices.ts";
import type { Caller } from "./calling.ts";
import type { Dossier } from "./dossier.ts";

/** What an integration needs to act for one cause. */
export type Acting = {
  companyId: string;
  integrationId: string;
  runId: string;
  cause: RunCause;
  /** 1 for the first; a later one may repeat what an earlier one has done without its answer. */
  attempt: number;
  at: Date;
  /** Secrets are readable in it. */
  config: Readonly<Record<string, unknown>>;
  dossier: Dossier;
  caller: Caller;
};

/** What a type of integration does. */
export type Act = {
  /** What of the plan it needs. */
  feature?: FeatureName;
  /** Keys of the config that are missing or wrong; none: it can act. */
  lacks: (config: Readonly<Record<string, unknown>>) => Lacking[];
  /** Throws ActFailure where it did not succeed. */
  run: (acting: Acting) => Promise<void>;
};
