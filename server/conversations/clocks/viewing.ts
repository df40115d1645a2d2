import type { ConversationRow } from "../row.ts";

type Clocked = Pick<ConversationRow, "slaPolicyId" | "sla">;

/** The clocks of a conversation as the API and the screens show them. */
export function viewClocks({ slaPolicyId, sla }: Clocked) {
  if (!slaPolicyId || !sla) return null;
  const clocks = sla.clocks.map(({ kind, target, startedAt, since, dueAt, warnAt, breached }) => {
    const state = breached ? ("breached" as const) : since ? ("running" as const) : ("paused" as const);
    return { kind, state, targetSeconds: target, startedAt, dueAt, warnAt };
  });
  return { policyId: slaPolicyId, policyName: sla.policyName, clocks };
}
