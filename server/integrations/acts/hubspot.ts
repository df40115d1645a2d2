import type { Acting } from "./act.ts";
import { addresses } from "./addresses.ts";
import { at, idAt } from "./answers.ts";
import { jsonOf } from "./calling.ts";
import { type Crm, type Deal, nameParts, type Person, type Saved } from "./crm-words.ts";
import { textIn } from "./settings.ts";

type Properties = Record<string, string>;

/** Deal to contact, as HubSpot defines it. */
const dealToContact = { associationCategory: "HUBSPOT_DEFINED", associationTypeId: 3 };

const objects = "/crm/v3/objects";

function caller({ config, caller: calling }: Acting) {
  const headers = { Authorization: `Bearer ${textIn(config, "accessToken")}` };
  return async (method: "GET" | "POST" | "PATCH" | "PUT", path: string, body?: unknown, accepts: number[] = []) => {
    const answer = await calling.send({
      url: `${addresses.hubspot}${path}`,
      method,
      headers,
      accepts,
      limited: true,
      ...(body === undefined ? {} : { body }),
    });
    return { statusCode: answer.statusCode, body: jsonOf(answer) };
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

type Type = "contacts" | "deals";

/** Changes what is there under this id: `gone` where it was deleted meanwhile, `taken` where an address is another's. */
async function changed(call: Call, type: Type, id: string, properties: Properties): Promise<"ok" | "gone" | "taken"> {
  if (Object.keys(properties).length === 0) return "ok";
  const path = `${objects}/${type}/${encodeURIComponent(id)}`;
  const { statusCode } = await call("PATCH", path, { properties }, [404, 409]);
  return statusCode === 404 ? "gone" : statusCode === 409 ? "taken" : "ok";
}

type There = { id: string; properties: unknown };

/** A contact by its id, or by an address; undefined where there is none. */
async function read(call: Call, id: string, names: readonly string[], idProperty = ""): Promise<There | undefined> {
  const query = new URLSearchParams({ properties: names.join(","), ...(idProperty ? { idProperty } : {}) });
  const { body } = await call("GET", `${objects}/contacts/${encodeURIComponent(id)}?${query}`, undefined, [404]);
  const found = idAt(body, "id");
  return found === undefined ? undefined : { id: found, properties: at(body, "properties") };
}

async function sameContact(call: Call, { email, phone }: Person, names: string[]): Promise<There | undefined> {
  // The search lags behind by seconds, reading by an address does not.
  const byEmail = email ? await read(call, email, names, "email") : undefined;
  if (byEmail) return byEmail;
  const id = phone ? await searched(call, "contacts", "phone", phone) : undefined;
  return id === undefined ? undefined : read(call, id, names);
}

async function saveContact(call: Call, person: Person, known: Saved | undefined): Promise<Saved | undefined> {
  const properties = propertiesOf(person);
  const names = Object.keys(properties);
  const outcome = known?.made ? await changed(call, "contacts", known.id, properties) : undefined;
  if (outcome === "ok") return known;
  const complete = async ({ id, properties: there }: There): Promise<Saved> => {
    const empty = Object.entries(properties).filter(([name]) => !at(there, name));
    if (person.sure) await changed(call, "contacts", id, Object.fromEntries(empty));
    return { id, made: false };
  };
  const kept = known && !known.made ? await read(call, known.id, names) : undefined;
  const same = kept ?? (await sameContact(call, person, names));
  if (same) return complete(same);
  // Something else of it is another's: it stays as it is.
  if (outcome === "taken") return known;
  const { body, statusCode } = await call("POST", `${objects}/contacts`, { properties }, [409]);
  // Somebody else has made it meanwhile.
  const other = statusCode === 409 ? await sameContact(call, person, names) : undefined;
  if (other) return complete(other);
  const id = idAt(body, "id");
  return id === undefined ? undefined : { id, made: true };
}

function dealProperties({ title, amount, standing }: Deal, config: Acting["config"], isNew: boolean): Properties {
  const [pipeline, stage] = [textIn(config, "pipeline"), textIn(config, "stage")];
  const closed = { won: textIn(config, "wonStage") || "closedwon", lost: "closedlost", open: stage };
  const dealstage = standing === "open" && !isNew ? "" : closed[standing];
  const value = amount === null ? "" : String(amount);
  const known = { dealname: title, amount: value, pipeline: isNew ? pipeline : "", dealstage };
  return Object.fromEntries(Object.entries(known).filter(([, one]) => one !== ""));
}

/** Its person became known, or another one, after the deal was there. */
async function attach(call: Call, deal: string, contact: string): Promise<void> {
  const [from, to] = [deal, contact].map(encodeURIComponent);
  await call("PUT", `/crm/v4/objects/deals/${from}/associations/default/contacts/${to}`);
}

/** HubSpot's CRM API, version 3; what is associated by version 4. */
export const hubspot: Crm = {
  async save(acting, { person, deal, known }) {
    const call = caller(acting);
    const before =
      known.deal ?? (acting.attempt > 1 ? await searched(call, "deals", "dealname", deal.title) : undefined);
    const properties = before ? dealProperties(deal, acting.config, false) : {};
    const kept = before && (await changed(call, "deals", before, properties)) === "ok" ? before : undefined;
    // The deal of a claim has its person already.
    if (kept && !person.sure) return { contact: undefined, deal: kept };
    const contact = await saveContact(call, person, known.contact);
    if (kept && contact && contact.id !== known.contact?.id) await attach(call, kept, contact.id);
    if (kept) return { contact, deal: kept };
    const associations = contact ? [{ to: { id: contact.id }, types: [dealToContact] }] : [];
    const made = { properties: dealProperties(deal, acting.config, true), associations };
    const { body } = await call("POST", `${objects}/deals`, made);
    return { contact, deal: idAt(body, "id") };
  },
  async test(acting) {
    const { body } = await caller(acting)("GET", `${objects}/contacts?limit=1`);
    at(body, "results");
  },
};
