import { captureContact } from "#server/conversations/linking/capturing.ts";
import { systemActor } from "#server/core/actor.ts";
import { systemPool } from "#server/db/system.ts";
import type { IntegrationType } from "#server/integrations/choices.ts";
import { planRuns } from "#server/integrations/runs/planning.ts";
import { actOnDue } from "#server/integrations/runs/working.ts";
import type { IntegrationRunView, IntegrationView } from "#server/integrations/schema.ts";
import { consumers } from "#server/relay/consumers.ts";
import type { TestCompany } from "./company.ts";
import type { Client } from "./http.ts";
import { converse, say } from "./talking.ts";

export type RunPage = { data: IntegrationRunView[]; pagination: { total: number; nextCursor: string | null } };
type Person = { name?: string; email?: string; phone?: string };

function leadsOf(company: TestCompany, api: Client, type: IntegrationType) {
  let people = 0;
  return {
    /** A conversation that has become a lead. */
    async lead(changes: Record<string, unknown> = {}, person: Person = {}): Promise<string> {
      people += 1;
      const known = { name: "Lena Lead", email: `lead-${people}-${type}@example.com`, ...person };
      const { id: conversationId } = await converse(api, company, { from: `lead-${people}-${type}` });
      await say(api, conversationId, "visitor", { body: "I want two of these" });
      await api.patch(`/v1/conversations/${conversationId}`, { utmSource: "ads", ...changes });
      await captureContact.execute(systemActor(company.companyId), { conversationId, ...known });
      return conversationId;
    },
    /** Moves it to the phase that counts as won. */
    async win(conversationId: string): Promise<void> {
      const { body: phases } = await api.get<{ id: string; type: string }[]>("/v1/phases");
      const won = phases.find((phase) => phase.type === "success")?.id;
      await api.patch(`/v1/conversations/${conversationId}/phases/${won}`, {});
    },
    close: (conversationId: string, isLead: boolean) =>
      api.post(`/v1/conversations/${conversationId}/close`, { isLead }),
  };
}

/** An integration of a company, what a relay and a worker do for it, and leads. */
export async function openIntegration(company: TestCompany, api: Client, type: IntegrationType) {
  const system = systemActor(company.companyId);
  const { body } = await api.get<IntegrationView[]>("/v1/integrations");
  const id = body.find((one) => one.type === type)?.id ?? "";
  const path = `/v1/integrations/${id}`;
  // The furnished run is nobody's.
  await systemPool().query(`delete from integration_runs where "companyId" = $1`, [company.companyId]);
  const runsOf = async (conversationId: string | null) => {
    const { data } = (await api.get<RunPage>(`${path}/runs?limit=100`)).body;
    return data.filter((run) => run.conversationId === conversationId);
  };
  /** Until nothing of the conversation waits any more; retries come after 1, 2, 4 ... ms. */
  const settled = async (conversationId: string) => {
    for (const deadline = Date.now() + 10_000; ; ) {
      await actOnDue(system, 1);
      const runs = await runsOf(conversationId);
      if (runs.every(({ status }) => status !== "pending")) return;
      if (Date.now() > deadline) throw new Error("runs still wait");
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  return {
    ...leadsOf(company, api, type),
    id,
    path,
    system,
    runsOf,
    settled,
    set: (given: Record<string, unknown>) => api.patch<IntegrationView>(path, given),
    test: () => api.post<IntegrationRunView>(`${path}/test`, {}),
    /** Hands every event of the conversation and its contact to the engine as the relay does, each one twice, and does what is due. */
    async relayed(conversationId: string, act = true): Promise<void> {
      const consumer = consumers.find(({ name }) => name === "integrations");
      const { rows } = await systemPool().query<{ id: string }>(
        `select "id", "type", "data" from events where "conversationId" = $1
           or "contactId" = (select "contactId" from conversations where "id" = $1) order by "ordinal"`,
        [conversationId],
      );
      for (const event of rows)
        if (consumer?.wants(event as Parameters<typeof consumer.wants>[0]))
          for (const _ of [1, 2]) await planRuns.execute(system, { eventId: event.id });
      if (act) await settled(conversationId);
    },
  };
}
