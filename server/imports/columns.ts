import { invalidField } from "#server/base/errors.ts";
import type { Defined } from "#server/fields/values.ts";
import { customPrefix, type ImportField, importFields, isForbidden } from "./choices.ts";

type Labeled = Pick<Defined, "key" | "label">;

/** How a column's name is compared: without case, accents and punctuation; one of signs alone, such as #, as it is. */
const columnKey = (name: string) =>
  name
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "") || name.trim();

/** Names that people give to columns, in the languages of the screens; those of the export are the fields' own. */
const names: Readonly<Partial<Record<ImportField, string>>> = {
  externalId: "external id externalid customerid clientid idcliente idexterno codigo code",
  name: "fullname nombre nombrecompleto nome nomecompleto contact contacto contato cliente customer",
  firstName: "firstname givenname primernombre primeironome nombres",
  lastName: "lastname surname familyname apellido apellidos sobrenome",
  email: "emailaddress mail correo correoelectronico emails endereco",
  phone:
    "telephone phonenumber telefono telefone celular movil mobile whatsapp numero number tel internationalphonenumber",
  status: "estado situacao",
  subStatus: "subestado substatus",
  assignedTo: "owner agent assigned responsable responsavel agente propietario",
  rating: "stars estrellas estrelas calificacion avaliacao",
  tags: "tag labels label etiquetas etiqueta",
  note: "notes nota notas comments comentarios observaciones observacoes",
};

const fields = new Map(importFields.map((field): [string, string] => [columnKey(field), field]));
const known = new Map<string, ImportField>([
  ...Object.entries(names).flatMap(([field, words]) =>
    words.split(" ").map((word): [string, ImportField] => [word, field as ImportField]),
  ),
]);

/** Never taken from a file: the service gives them. */
const own = new Set(["id", "createdat", "updatedat", "channelid", "entrymethod", "companyid", "conversationid"]);

/** What a company calls its own fields, by label and by key; the oldest of a name has it. */
function definedNames(defined: readonly Labeled[]): ReadonlyMap<string, string> {
  const named = [...defined].reverse();
  const names = [...named.map(({ key, label }) => [label, key]), ...named.map(({ key }) => [key, key])];
  return new Map(names.map(([name = "", key]) => [columnKey(name), `${customPrefix}${key}`]));
}

/** What a column means by its name alone; null: nothing that is known. A company's own words come before usual ones. */
function guess(name: string, defined: ReadonlyMap<string, string>): string | null {
  if (name.startsWith(customPrefix)) return defined.get(columnKey(name.slice(customPrefix.length))) ?? name;
  const key = columnKey(name);
  if (key === "" || own.has(key)) return null;
  return fields.get(key) ?? defined.get(key) ?? known.get(key) ?? null;
}

/** What was said of each column: by its very name, or else by one that is alike. Of several the first is meant. */
function saidOf(columns: readonly string[], mapping: Readonly<Record<string, string | null>>) {
  const keys = columns.map(columnKey);
  const named = Object.entries(mapping).map(([name, field]) => ({
    field,
    key: columnKey(name),
    at: columns.indexOf(name),
  }));
  const spokenOf = new Set(named.map(({ key }) => key));
  const said = keys.map((key): string | null | undefined => (spokenOf.has(key) ? null : undefined));
  const alike = named.map(({ key, ...one }) => ({ ...one, at: one.at < 0 ? keys.indexOf(key) : -1 }));
  for (const { field, at } of [...alike, ...named]) if (at >= 0) said[at] = field;
  return said;
}

/** Two columns that are said to mean the same: only one of them would be kept. */
function requireOnce(columns: readonly string[], said: readonly (string | null | undefined)[]): void {
  for (const [index, field] of said.entries()) {
    const first = said.indexOf(field);
    if (!field || first === index) continue;
    const names = `"${columns[first]}" and "${columns[index]}"`;
    const message = `Two columns, ${names}, are both said to be ${field}: leave one of them out.`;
    throw invalidField("mapping", message, "duplicate");
  }
}

/**
 * One meaning for each column, each field once: the first column of a meaning has it. What was said wins, and is refused
 * where it names a field twice.
 */
export function meaningsOf(
  columns: readonly string[],
  mapping: Readonly<Record<string, string | null>>,
  defined: readonly Labeled[],
): (string | null)[] {
  const ours = definedNames(defined);
  const said = saidOf(columns, mapping);
  requireOnce(columns, said);
  const taken = new Set(said.filter((field) => typeof field === "string"));
  return columns.map((name, index) => {
    const field = said[index];
    if (field !== undefined) return field || null;
    const guessed = guess(name, ours);
    if (guessed === null || taken.has(guessed) || isForbidden(guessed)) return null;
    taken.add(guessed);
    return guessed;
  });
}
