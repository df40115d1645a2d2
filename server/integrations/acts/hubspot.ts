import type { Acting } from "./act.ts";
import { addresses } from "./addresses.ts";
import { at, idAt } from "./answers.ts";
import { jsonOf } from "./calling.ts";
import { type Crm, type Deal, nameParts, type Person } from "./crm-words.ts";
import { textIn } from "./settings.ts";

type Properties = Record<string, string>;

/** Deal to contact, as HubSpot defines it. */
const dealToContact = { associationCategory: "HUBSPOT_DEFINED", associationTypeId: 3 };

const objects = "/crm/v3/objects";

function caller({ config, caller: calling }: Acting) {
  const headers = { Authorization: `Bearer ${textIn(config, "accessToken")}` };
  return async (method: "GET" | "POST" | "PATCH", path: string, body?: unknown, accepts: number[] = []) => {
    const answer = await calling.send({
      ...{ url: `${addresses.hubspot}${path}`, method, headers, accepts, limited: true },
      ...(body === undefined ? {} : { body }),
    });
    return { found: answer.statusCode < 300, body: jsonOf(answer) };
  };
}
type Call = ReturnType<typeof caller>;

function propertiesOf({ name, email, phone, further }: Person): Properties {
  const { first, last } = nameParts(name);
  const known = { firstname: first, lastname: last, email, phone };
  return { ...Object.fromEntries(Object.entries(known).filter(([, value]) => value !== "")), ...further };
}

async function searched(call: Call, type: "contacts" | "deals", propertyName: string, value: string) {
  const filterGroups = [{ filters: [{ propertyName, operator: "EQ", value }] }];
  const { body } = await call("POST", `${objects}/${type}/search`, { filterGroups, limit: 1 });
  return idAt(body, "results", 0, "id");
}

/** Changes what is there under this id; undefined where it was deleted meanwhile. */
async function changed(call: Call, type: "contacts" | "deals", id: string, properties: Properties) {
  const { found } = await call("PATCH", `${objects}/${type}/${encodeURIComponent(id)}`, { properties }, [404]);
  return found ? id : undefined;
}

async function saveContact(call: Call, person: Person, known: string | undefined): Promise<string | undefined> {
  const properties = propertiesOf(person);
  const there = known ? await changed(call, "contacts", known, properties) : undefined;
  if (there) return there;
  if (person.email) {
    // One call that creates or updates: two at once make one contact.
    const inputs = [{ idProperty: "email", id: person.email, properties }];
    const { body } = await call("POST", `${objects}/contacts/batch/upsert`, { inputs });
    return idAt(body, "results", 0, "id");
  }
  const same = person.phone ? await searched(call, "contacts", "phone", person.phone) : undefined;
  if (same) return changed(call, "contacts", same, properties);
  return idAt((await call("POST", `${objects}/contacts`, { properties })).body, "id");
}

function dealProperties({ title, amount, standing }: Deal, config: Acting["config"], isNew: boolean): Properties {
  const [pipeline, stage] = [textIn(config, "pipeline"), textIn(config, "stage")];
  const closed = { won: textIn(config, "wonStage") || "closedwon", lost: "closedlost", open: stage };
  const dealstage = standing === "open" && !isNew ? "" : closed[standing];
  const value = amount === null ? "" : String(amount);
  const known = { dealname: title, amount: value, pipeline: isNew ? pipeline : "", dealstage };
  return Object.fromEntries(Object.entries(known).filter(([, one]) => one !== ""));
}

/** HubSpot's CRM API, version 3. */
export const hubspot: Crm = {
  async save(acting, { person, deal, known }) {
    const call = caller(acting);
    const contact = await saveContact(call, person, known.contact);
    const before =
      known.deal ?? (acting.attempt > 1 ? await searched(call, "deals", "dealname", deal.title) : undefined);
    const kept = before && (await changed(call, "deals", before, dealProperties(deal, acting.config, false)));
    if (kept) return { contact, deal: kept };
    const properties = dealProperties(deal, acting.config, true);
    const associations = contact ? [{ to: { id: contact }, types: [dealToContact] }] : [];
    const { body } = await call("POST", `${objects}/deals`, { properties, associations });
    return { contact, deal: idAt(body, "id") };
  },
  async test(acting) {
    const { body } = await caller(acting)("GET", `${objects}/contacts?limit=1`);
    at(body, "results");
  },
};
