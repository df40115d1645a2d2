// SQL because what a list's filters mean are pieces of statements, for lists, counts and audiences alike.
import { isId } from "#server/base/ids.ts";
import { withoutNumbers } from "#server/core/masking.sql.ts";
import { hiddenFields, maySearch } from "#server/core/masking.ts";
import type { Masked } from "#server/core/permissions.ts";
import { likeLiteral, raw, type Sql, sql } from "#server/db/sql.ts";
import { customConditions, type Kept } from "#server/fields/conditions.sql.ts";
import { digitsOf, emailKey, phoneKeys } from "../identity/phones.ts";
import { plainSigns } from "../identity/signs.ts";
import type { ContactFilters } from "../schema.ts";

export type FilterName = keyof ContactFilters;

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== "" && !(Array.isArray(value) && value.length === 0);
}

/** The filters that ask for something; an empty text or list asks for nothing. */
export function givenFilters(filters: ContactFilters): ContactFilters {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => isGiven(value)));
}

export function namesOf(filters: ContactFilters): FilterName[] {
  return Object.keys(filters) as FilterName[];
}

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)];

/** The digits of a text that holds only what phone numbers are written with, in any script; "" where it does not. */
function numberIn(text: string): string {
  const plain = plainSigns(text);
  return /^[\d\s()+.\-/]*$/.test(plain) ? digitsOf(plain) : "";
}

type Patterns = { names?: Sql; emails?: Sql; phones?: Sql; digits?: Sql; alike?: Sql };

function found({ names, emails, phones, digits, alike }: Patterns): Sql {
  const nothing = raw("null");
  return sql`select parley_find_contacts(${names ?? nothing}, ${emails ?? nothing}, ${phones ?? nothing},
    ${digits ?? nothing}, ${alike ?? nothing}) as "id"`;
}

/** A name that is a number is not found by some of its digits. */
function shown(text: string, ids: Sql): Sql {
  const holds = withoutNumbers(text, sql`n."name"`);
  if (!holds) return ids;
  return sql`select f."id" from (${ids}) f where exists (select 1 from contacts n where n."id" = f."id" and ${holds})`;
}

const nothingFound = raw(`select null::uuid as "id" where false`);
/** What is hidden is not searched either. */
const emailsLike = (pattern: string) => (hiddenFields().includes("email") ? {} : { emails: like(pattern) });
const namedBy = (name: string) =>
  maySearch(name) ? shown(name, found({ names: folded(`%${likeLiteral(name)}%`) })) : nothingFound;
const mailedBy = (email: string) =>
  hiddenFields().includes("email") ? nothingFound : found({ emails: like(`%${likeLiteral(email.toLowerCase())}%`) });

const like = (pattern: string) => sql`${pattern}::text`;
const folded = (text: string) => sql`parley_fold(${text}::text)`;

/** Any of name, email and digits; names alike too. Under 3 characters only beginnings (D9). */
function searchedFor(search: string): Sql {
  if (!maySearch(search)) return nothingFound;
  const literal = likeLiteral(search);
  const number = hiddenFields().includes("phone") ? "" : numberIn(search);
  if (search.length >= 3) {
    const any = { names: folded(`%${literal}%`), ...emailsLike(`%${literal.toLowerCase()}%`), alike: folded(search) };
    return found(number ? { ...any, digits: like(`%${number}%`) } : any);
  }
  const start = { names: folded(`${literal}%`), ...emailsLike(`${literal.toLowerCase()}%`) };
  return found(number ? { ...start, digits: like(`${number}%`) } : start);
}

function phonedBy(phone: string): Sql {
  if (hiddenFields().includes("phone")) return nothingFound;
  const number = numberIn(phone);
  if (number) return found({ digits: like(`%${number}%`) });
  return found({ phones: like(`%${likeLiteral(phone.toLowerCase())}%`) });
}

/** One selection of ids per text that was asked for. */
export function foundIds(filters: ContactFilters): Sql[] {
  return [
    ...(filters.search ? [shown(filters.search, searchedFor(filters.search))] : []),
    ...(filters.name ? [namedBy(filters.name)] : []),
    ...(filters.email ? [mailedBy(filters.email)] : []),
    ...(filters.phone ? [phonedBy(filters.phone)] : []),
  ];
}

const isHidden = (asked: string | undefined, field: Masked) => asked !== undefined && hiddenFields().includes(field);

/** By the keys that contacts are matched by when they come in. */
const exactConditions = ({ exactEmail, exactPhone, externalId }: ContactFilters): Sql[] => [
  ...(externalId ? [sql`k."externalId" = ${externalId} and k."externalId" <> ''`] : []),
  ...(isHidden(exactEmail, "email") || isHidden(exactPhone, "phone") ? [raw("false")] : []),
  ...(exactEmail ? [sql`k."emailKey" = ${emailKey(exactEmail)}`] : []),
  ...(exactPhone ? [linked(phoneKeys(exactPhone).map((key) => `phone:${key}`))] : []),
];

const rangeConditions = (filters: ContactFilters): Sql[] => [
  ...(filters.dateFrom ? [sql`k."createdAt" >= ${filters.dateFrom}`] : []),
  ...(filters.dateTo ? [sql`k."createdAt" <= ${filters.dateTo}`] : []),
  ...(filters.lastUpdateDateFrom ? [sql`k."updatedAt" >= ${filters.lastUpdateDateFrom}`] : []),
  ...(filters.updatedSince ? [sql`k."updatedAt" >= ${filters.updatedSince}`] : []),
  ...(filters.settledUntil ? [sql`k."updatedAt" <= ${filters.settledUntil}`] : []),
  ...(filters.lastUpdateDateTo ? [sql`k."updatedAt" <= ${filters.lastUpdateDateTo}`] : []),
];

const assignee = (value: string) =>
  value === "UNASSIGNED" ? sql`k."assignedTo" is null` : sql`k."assignedTo" = ${value}::uuid`;

/** Each value of a filter as a condition that one index serves in the order of ids; together they are ORed. */
const alternatives: { [K in FilterName]?: (value: NonNullable<ContactFilters[K]>) => Sql[] } = {
  assignedTo: (values) => unique(values.filter((value) => value === "UNASSIGNED" || isId(value))).map(assignee),
  websiteId: (values) => unique(values.filter(isId)).map((value) => sql`k."channelId" = ${value}::uuid`),
  rating: (values) => unique(values).map((value) => sql`k."rating" = ${value}::smallint`),
  entryMethod: (values) => unique(values).map((value) => sql`k."entryMethod" = ${value}`),
  subStatus: (value) => [sql`(k."subStatus" = ${value} and k."subStatus" <> '')`],
  status: (values) => unique(values).map((value) => sql`k."status" = ${value}`),
};

/** The values of one filter; an empty list matches nothing. */
export function alternativesOf(filters: ContactFilters, name: FilterName): Sql[] | undefined {
  const value = filters[name];
  const list = alternatives[name] as ((value: unknown) => Sql[]) | undefined;
  return value === undefined ? undefined : list?.(value);
}

/** The filter whose values lead a scan in the order of ids, the most selective kinds first. */
export function leadingFilter(filters: ContactFilters): FilterName | undefined {
  return (Object.keys(alternatives) as FilterName[]).find((name) => filters[name] !== undefined);
}

function anyOf(conditions: readonly Sql[]): Sql {
  if (conditions.length === 0) return raw("false");
  return sql`(${{ strings: ["", ...conditions.slice(1).map(() => " or "), ""], values: [...conditions] }})`;
}

/** Filters whose values are keys of links: tags of the contact's own, and of its conversations. */
const linkKinds = { tags: "own", conversationTags: "tag" } as const;
export type LinkFilter = keyof typeof linkKinds;
export const linkFilters = Object.keys(linkKinds) as LinkFilter[];

export function linkKeys(name: LinkFilter, values: readonly string[]): string[] {
  return unique(values).map((value) => `${linkKinds[name]}:${value}`);
}

/** The contact has a link with one of these keys. */
export function linked(keys: readonly string[]): Sql {
  return sql`exists (select 1 from contact_links l where l."companyId" = k."companyId" and l."contactId" = k."id"
    and l."key" = any(${keys}::text[]))`;
}

const customValues: Kept = {
  values: sql`k."customFields"`,
  holding: (wanted) => sql`k."id" in (select parley_contacts_holding(${[...wanted]}::jsonb[]))`,
};

/** Conditions on the contacts row `k`, ANDed; `except` is served otherwise. */
export function conditionsOf(filters: ContactFilters, except?: FilterName): Sql[] {
  const equal = namesOf(filters)
    .filter((name) => name !== except)
    .map((name) => alternativesOf(filters, name))
    .filter((list) => list !== undefined)
    .map(anyOf);
  const tags = linkFilters.flatMap((name) => {
    const values = name === except ? undefined : filters[name];
    return values ? [linked(linkKeys(name, values))] : [];
  });
  const texts = foundIds(filters).map((ids) => sql`k."id" in (${ids})`);
  const within = filters.within ? conditionsOf(filters.within) : [];
  const custom = customConditions(customValues, filters.customFields);
  return [...equal, ...tags, ...exactConditions(filters), ...rangeConditions(filters), ...texts, ...custom, ...within];
}

const textNames: readonly FilterName[] = ["search", "name", "email", "phone"];
export const createdRange: readonly FilterName[] = ["dateFrom", "dateTo"];
export const updatedRange: readonly FilterName[] = [
  "lastUpdateDateFrom",
  "lastUpdateDateTo",
  "updatedSince",
  "settledUntil",
];

export function hasText(filters: ContactFilters): boolean {
  return textNames.some((name) => filters[name] !== undefined);
}

/** Whether there are filters, and all of these kinds. */
export function consistsOf(filters: ContactFilters, kinds: readonly FilterName[]): boolean {
  const names = namesOf(filters);
  return names.length > 0 && names.every((name) => kinds.includes(name));
}

/** Whether ids alone tell what is asked for: what texts find, of those that have tags. */
export function onlyText(filters: ContactFilters): boolean {
  return hasText(filters) && consistsOf(filters, [...textNames, ...linkFilters]);
}

export function onlyRanges(filters: ContactFilters): boolean {
  return consistsOf(filters, [...createdRange, ...updatedRange]);
}
