import type { Acting } from "./act.ts";
import { addresses } from "./addresses.ts";
import { at, idAt } from "./answers.ts";
import { jsonOf } from "./calling.ts";
import type { Crm, Deal, Person, Saved } from "./crm-words.ts";
import { textIn } from "./settings.ts";

function caller({ config, caller: calling }: Acting) {
  const headers = { "x-api-token": textIn(config, "accessToken") };
  return async (method: "GET" | "POST" | "PATCH", path: string, body?: unknown, accepts: number[] = []) => {
    const answer = await calling.send({
      url: `${addresses.pipedrive}/api/v2${path}`,
      method,
      headers,
      accepts,
      limited: true,
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

type Address = { value: string; primary: boolean; label: string };
type There = { id: string; name: string; emails: unknown[]; phones: unknown[]; further: unknown };

async function read(call: Call, id: string): Promise<There | undefined> {
  const { body } = await call("GET", `/persons/${encodeURIComponent(id)}`, undefined, [404, 410]);
  const data = at(body, "data");
  const list = (key: string) => [at(data, key)].flat().filter((one) => typeof at(one, "value") === "string");
  if (idAt(data, "id") === undefined || at(data, "is_deleted") === true) return undefined;
  const [name, further] = [at(data, "name"), at(data, "custom_fields")];
  return { id, name: typeof name === "string" ? name : "", emails: list("emails"), phones: list("phones"), further };
}

/** Those that are there stay; ours is the first one only where there is none. */
function withOurs(there: readonly unknown[], value: string): (unknown | Address)[] | undefined {
  const known = there.some((one) => String(at(one, "value")).toLowerCase() === value.toLowerCase());
  return value === "" || known ? undefined : [...there, { value, primary: there.length === 0, label: "work" }];
}

/** What a person there lacks; all of ours where we have made them. */
function fieldsFor({ name, email, phone, further }: Person, there: There | undefined, made: boolean) {
  const [emails, phones] = [withOurs(there?.emails ?? [], email), withOurs(there?.phones ?? [], phone)];
  const isEmpty = (key: string) => [undefined, null, ""].some((empty) => at(there?.further, key) === empty);
  const custom = Object.entries(further).filter(([key]) => made || isEmpty(key));
  const called = name || (there ? "" : email || phone);
  return {
    ...(called && (made || !there?.name) ? { name: called } : {}),
    ...(emails ? { emails } : {}),
    ...(phones ? { phones } : {}),
    ...(custom.length > 0 ? { custom_fields: Object.fromEntries(custom) } : {}),
  };
}

async function samePerson(call: Call, { email, phone }: Person): Promise<There | undefined> {
  const same =
    (email ? await searched(call, "persons", "email", email) : undefined) ??
    (phone ? await searched(call, "persons", "phone", phone) : undefined);
  return same === undefined ? undefined : read(call, same);
}

async function savePerson(call: Call, person: Person, known: Saved | undefined): Promise<Saved | undefined> {
  const kept = known && (await read(call, known.id));
  // A person without an address was provisional: who has it was there before.
  const nameless = kept && kept.emails.length === 0 && kept.phones.length === 0;
  const same = !kept || nameless ? await samePerson(call, person) : undefined;
  const there = same ?? kept;
  const made = there !== undefined && there === kept && known?.made === true;
  const fields = fieldsFor(person, there, made);
  if (there && person.sure && Object.keys(fields).length > 0) await changed(call, "persons", there.id, fields);
  if (there) return { id: there.id, made };
  const id = idAt((await call("POST", "/persons", fields)).body, "data", "id");
  return id === undefined ? undefined : { id, made: true };
}

const numbered = (key: string, text: string) => (/^\d{1,12}$/.test(text) ? { [key]: Number(text) } : {});

/** Where a deal begins. */
const placed = (config: Acting["config"]) => ({
  ...numbered("pipeline_id", textIn(config, "pipeline")),
  ...numbered("stage_id", textIn(config, "stage")),
});

function dealFields({ title, amount, currency, standing }: Deal) {
  return {
    title,
    ...(amount === null ? {} : { value: amount, currency }),
    ...(standing === "open" ? {} : { status: standing }),
  };
}

/** Pipedrive's API, version 2. */
export const pipedrive: Crm = {
  async save(acting, { person, deal, known }) {
    const call = caller(acting);
    const before = known.deal ?? (acting.attempt > 1 ? await searched(call, "deals", "title", deal.title) : undefined);
    // The deal of a claim has its person already.
    const there = before && !person.sure ? await changed(call, "deals", before, dealFields(deal)) : "";
    if (there) return { contact: undefined, deal: there };
    const contact = await savePerson(call, person, known.contact);
    const owner = contact ? { person_id: Number(contact.id) } : {};
    const anew = contact?.id === known.contact?.id ? {} : owner;
    const kept = before && (await changed(call, "deals", before, { ...dealFields(deal), ...anew }));
    if (kept) return { contact, deal: kept };
    const fields = { ...dealFields(deal), ...placed(acting.config), ...owner };
    return { contact, deal: idAt((await call("POST", "/deals", fields)).body, "data", "id") };
  },
  async test(acting) {
    await caller(acting)("GET", "/persons?limit=1");
  },
};
