/** What an integration can be. */
export const integrationTypes = ["webhook", "email", "analytics", "sheets", "crm"] as const;
export type IntegrationType = (typeof integrationTypes)[number];

/** Those that call by themselves; a spreadsheet is read. */
const actingTypes = ["webhook", "analytics", "crm", "email"] as const satisfies readonly IntegrationType[];
export type ActingType = (typeof actingTypes)[number];

/** What makes an integration act: a conversation has become a lead, has been won, has been closed. */
export const causes = ["lead", "won", "closed"] as const;
export type Cause = (typeof causes)[number];

/** `test`: somebody asked for it. */
export const runCauses = [...causes, "test"] as const;
export type RunCause = (typeof runCauses)[number];

/** What each type acts on where its `config.on` does not say otherwise. */
export const usualCauses: Readonly<Record<IntegrationType, readonly Cause[]>> = {
  webhook: ["lead", "closed"],
  email: ["lead", "closed"],
  analytics: ["lead", "won"],
  sheets: ["lead"],
  crm: ["lead", "won", "closed"],
};

/** `skipped`: there was nothing to do. */
export const runStatuses = ["pending", "succeeded", "failed", "skipped"] as const;
export type RunStatus = (typeof runStatuses)[number];

/**
 * Why a run failed or was skipped: settings are missing, the plan leaves it out, the integration was switched off, the
 * conversation lacks what is needed, the other server answered so, could not be reached, or may not be called.
 */
export const runReasons = ["", "not_ready", "plan", "off", "nothing", "answer", "network", "blocked", "fault"] as const;
export type RunReason = (typeof runReasons)[number];

/** What an integration may lack: keys of its config, and what stands elsewhere. */
export const lackings = [
  ...(["url", "secret", "measurementId", "apiSecret", "datasetId", "accessToken"] as const),
  ...(["provider", "mapping", "people", "mail"] as const),
  ...(["plan", "permission", "address"] as const),
] as const;
export type Lacking = (typeof lackings)[number];

/** One call of another server, as the log keeps it: secrets removed, texts cut. */
export type RunCall = {
  at: string;
  attempt: number;
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string;
  /** null: no answer came. */
  statusCode: number | null;
  answer: string | null;
  durationMs: number;
};

/** CRMs that are known. */
export const providers = ["hubspot", "pipedrive"] as const;

/** Stands for a stored secret in answers; sent back, it keeps what is stored. */
export const mask = "********";

/** So much of a request and of its answer is kept. */
export const keptBytes = 4096;
