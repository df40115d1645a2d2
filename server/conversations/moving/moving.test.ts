import { beforeAll, describe, expect, it } from "vitest";
import { systemPool } from "#server/db/system.ts";
import { furnishedCompany } from "#server/testing/company.ts";
import { eventsDuring, typesDuring } from "#server/testing/events.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { converse, lines, reread, transcript } from "#server/testing/talking.ts";
import type { Conversation } from "../schema.ts";

let phases: { id: string; name: string; type: string }[];

const company = await openCompany("Acme", ["talk"]);
const other = await furnishedCompany("Other", ["talk"]);
const api = await openApi(company);

beforeAll(async () => {
  const { rows } = await systemPool().query<{ id: string; name: string; type: string }>(
    `select "id", "name", "type" from phases where "companyId" = $1 order by "order"`,
    [company.companyId],
  );
  phases = rows;
});

const move = (id: string, phaseId = "") => api.patch<Conversation>(`/v1/conversations/${id}/phases/${phaseId}`);

describe("PATCH /v1/conversations/{id}/phases/{phaseId} (E5, E17)", () => {
  it("moves and tells both phases by id and name", async () => {
    const { id } = await converse(api, company);
    const [first, second] = phases;
    const events = await eventsDuring(company, async () => {
      const { status, body } = await move(id, second?.id);
      expect([status, body.phaseId]).toEqual([200, second?.id]);
    });
    expect(events.map((event) => event.type)).toEqual(["conversation/phase_changed"]);
    expect(events[0]?.data).toMatchObject({
      phaseId: second?.id,
      previousPhaseId: first?.id,
      phaseName: second?.name,
      previousPhaseName: first?.name,
      changes: { phaseId: { before: first?.id, after: second?.id } },
    });
    expect(lines(await transcript(api, id))).toEqual(["/phase_changed"]);
  });

  it("answers a repeat with 200 and no event", async () => {
    const { id, phaseId } = await converse(api, company);
    expect(await typesDuring(company, async () => expect((await move(id, phaseId)).status).toBe(200))).toEqual([]);
  });

  it("does not close in a success or lost phase", async () => {
    const { id } = await converse(api, company);
    for (const phase of phases.filter(({ type }) => type !== "progress")) {
      expect((await move(id, phase.id)).body.status).toBe("ACTIVE");
    }
  });

  it("remembers since when it stands in its phase", async () => {
    const made = await converse(api, company);
    const moved = (await move(made.id, phases[1]?.id)).body;
    expect(new Date(moved.phaseChangedAt).getTime()).toBeGreaterThanOrEqual(new Date(made.createdAt).getTime());
    expect((await reread(api, made.id)).phaseChangedAt).toBe(moved.phaseChangedAt);
  });

  it("answers 404 for unknown, malformed and foreign phases and conversations", async () => {
    const { id } = await converse(api, company);
    const unknown = "018f0000-0000-7000-8000-000000000000";
    for (const phaseId of [unknown, "won", other.given.phaseId]) expect((await move(id, phaseId)).status).toBe(404);
    for (const foreign of [unknown, "x", other.given.conversationId ?? ""]) {
      const refused = await move(foreign, phases[1]?.id);
      expect([refused.status, refused.body.error]).toEqual([404, "not_found"]);
    }
  });
});
