import type { Acting } from "./act.ts";
import { addresses } from "./addresses.ts";
import { idAt } from "./answers.ts";
import { jsonOf } from "./calling.ts";
import type { Crm, Deal, Person } from "./crm-words.ts";
import { textIn } from "./settings.ts";

function caller({ config, caller: calling }: Acting) {
  const headers = { "x-api-token": textIn(config, "accessToken") };
  return async (method: "GET" | "POST" | "PATCH", path: string, body?: unknown, accepts: number[] = []) => {
    const answer = await calling.send({
      ...{ url: `${addresses.pipedrive}/api/v2${path}`, method, headers, accepts, limited: true },
      ...(body === undefined ? {} : { body }),
    });
    return { found: answer.statusCode < 300, body: jsonOf(answer) };
  };
}
type Call = ReturnType<typeof caller>;

async function searched(call: Call, type: "persons" | "deals", fields: string, term: string) {
  const query = new URLSearchParams({ term, fields, exact_match: "true", limit: "1" });
  const { body } = await call("GET", `/${type}/search?${query}`);
  return idAt(body, "data", "items", 0, "item", "id");
}

async function changed(call: Call, type: "persons" | "deals", id: string, fields: Record<string, unknown>) {
  const { found } = await call("PATCH", `/${type}/${encodeURIComponent(id)}`, fields, [404, 410]);
  return found ? id : undefined;
}

async function savePerson(call: Call, { name, email, phone, further }: Person, known: string | undefined) {
  const address = (value: string) => [{ value, primary: true, label: "work" }];
  const fields = {
    name: name || email || phone,
    ...(email ? { emails: address(email) } : {}),
    ...(phone ? { phones: address(phone) } : {}),
    ...(Object.keys(further).length > 0 ? { custom_fields: further } : {}),
  };
  const there = known ? await changed(call, "persons", known, fields) : undefined;
  if (there) return there;
  const same =
    (email ? await searched(call, "persons", "email", email) : undefined) ??
    (phone ? await searched(call, "persons", "phone", phone) : undefined);
  const kept = same && (await changed(call, "persons", same, fields));
  return kept || idAt((await call("POST", "/persons", fields)).body, "data", "id");
}

const numbered = (key: string, text: string) => (/^\d{1,12}$/.test(text) ? { [key]: Number(text) } : {});

function dealFields({ title, amount, currency, standing }: Deal, config: Acting["config"], isNew: boolean) {
  const placed = {
    ...numbered("pipeline_id", textIn(config, "pipeline")),
    ...numbered("stage_id", textIn(config, "stage")),
  };
  return {
    title,
    ...(amount === null ? {} : { value: amount, currency }),
    ...(isNew ? placed : {}),
    ...(standing === "open" ? {} : { status: standing }),
  };
}

/** Pipedrive's API, version 2. */
export const pipedrive: Crm = {
  async save(acting, { person, deal, known }) {
    const call = caller(acting);
    const contact = await savePerson(call, person, known.contact);
    const before = known.deal ?? (acting.attempt > 1 ? await searched(call, "deals", "title", deal.title) : undefined);
    const kept = before && (await changed(call, "deals", before, dealFields(deal, acting.config, false)));
    if (kept) return { contact, deal: kept };
    const fields = { ...dealFields(deal, acting.config, true), ...(contact ? { person_id: Number(contact) } : {}) };
    return { contact, deal: idAt((await call("POST", "/deals", fields)).body, "data", "id") };
  },
  async test(acting) {
    await caller(acting)("GET", "/persons?limit=1");
  },
};
