// SQL because conditions on JSON stand inside the statements of the list.
import { hiddenFields, isHiddenKey, maySearch } from "#server/core/masking.ts";
import { isPersonal } from "#server/core/personal.ts";
import { empty, raw, type Sql, sql } from "#server/db/sql.ts";
import { type CustomCondition, isDay, readCondition } from "./choices.ts";

// Equal values are found by one GIN index of jsonb containment, inside a function: no index can be told apart by
// company and key, and under row level security containment uses none. Ranges are looked at row by row.

/** Where the values lie: the column of a row that a list looks at, and what finds rows that hold one of several. */
export type Kept = { values: Sql; holding: (wanted: readonly string[]) => Sql; where?: (condition: Sql) => Sql };

const textOf = (values: Sql, key: string) => sql`(${values} ->> ${key}::text)`;
const typeOf = (values: Sql, key: string) => sql`jsonb_typeof(${values} -> ${key}::text)`;

/** The number of a field, null where it holds something else. */
const numberOf = (values: Sql, key: string) =>
  sql`(case when ${typeOf(values, key)} = 'number' then ${textOf(values, key)}::float8 end)`;
const dayOf = (values: Sql, key: string) =>
  sql`(case when ${textOf(values, key)} ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' then ${textOf(values, key)} end) collate "C"`;

const isTruth = (value: string) => value === "true" || value === "false";

/** Nothing is found by what it is in a field that is hidden; by its name alone no day is, and no yes or no. */
const isKept = ({ key, value }: CustomCondition) =>
  isPersonal(key, hiddenFields()) || (isHiddenKey(key, hiddenFields()) && !isDay(value) && !isTruth(value));

/** A text is not found by what is hidden in it; days and numbers hide nothing. */
const mayFind = ({ value }: CustomCondition) => hiddenFields().length === 0 || isDay(value) || maySearch(value);

/** What the value may be in JSON: the number 3 as well as the text "3". */
function candidates(condition: CustomCondition): string[] {
  if (isKept(condition)) return [];
  const { key, value } = condition;
  const number = Number(value);
  const values: unknown[] = [
    ...(mayFind(condition) ? [value] : []),
    ...(Number.isFinite(number) ? [number] : []),
    ...(isTruth(value) ? [value === "true"] : []),
  ];
  return values.map((one) => JSON.stringify(Object.fromEntries([[key, one]])));
}

const asItIs = (condition: Sql) => condition;

function anyValue({ values, holding, where = asItIs }: Kept, key: string, equal: readonly CustomCondition[]): Sql[] {
  if (equal.length === 0) return [];
  const wanted = equal.filter(({ value }) => value !== "").flatMap(candidates);
  const none = equal.some(({ value }) => value === "");
  return [sql`(${none ? sql`${where(sql`coalesce(${textOf(values, key)}, '') = ''`)} or ` : empty}${holding(wanted)})`];
}

function within({ values, where = asItIs }: Kept, condition: CustomCondition): Sql {
  if (isKept(condition)) return sql`false`;
  const { key, operator, value } = condition;
  const compare = raw(operator);
  if (isDay(value)) return where(sql`${dayOf(values, key)} ${compare} ${value}::text`);
  return where(sql`${numberOf(values, key)} ${compare} ${Number(value)}::float8`);
}

/** Values of one field are ORed, ranges and fields ANDed. */
export function customConditions(kept: Kept, texts: readonly string[] = []): Sql[] {
  const all = texts.map(readCondition).filter((one) => one !== undefined);
  const keys = [...new Set(all.map(({ key }) => key))];
  return keys.flatMap((key) => {
    const own = all.filter((one) => one.key === key);
    const equal = own.filter(({ operator }) => operator === "=");
    return [
      ...anyValue(kept, key, equal),
      ...own.filter(({ operator }) => operator !== "=").map((one) => within(kept, one)),
    ];
  });
}

/** What a field is sorted by, and its type: numbers as such, days and words as text, without a value last. */
export function customOrder(values: Sql, { key, type }: { key: string; type: string }, descending: boolean) {
  if (type === "number") {
    const last = raw(descending ? "'-Infinity'::float8" : "'Infinity'::float8");
    return { value: sql`coalesce(${numberOf(values, key)}, ${last})`, type: raw("float8") };
  }
  const folded = sql`left(parley_fold(${textOf(values, key)}), 200)`;
  const [filled, none] = [raw(descending ? "'b'" : "'a'"), raw(descending ? "'a'" : "'b'")];
  const value = sql`(case when coalesce(${textOf(values, key)}, '') = '' then ${none} else ${filled} || ${folded} end)`;
  return { value, type: raw("text") };
}
