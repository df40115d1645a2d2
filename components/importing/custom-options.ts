import { customPrefix } from "#server/imports/choices.ts";

type Column = { name: string; field: string | null };
type Defined = { key: string; label: string };

/** `isNew`: no field that the company has defined, but a key by the column's own name. */
type CustomOption = { value: string; label: string; isNew: boolean };

/** The custom fields that a column may mean: those defined, by their labels, and one of its own where none is called so. */
export function customOptions({ name, field }: Column, defined: readonly Defined[]): CustomOption[] {
  const options = defined.map(({ key, label }) => ({ value: `${customPrefix}${key}`, label, isNew: false }));
  const said = field?.startsWith(customPrefix) ? field : undefined;
  const isDefined = (value: string) => options.some((option) => option.value === value);
  const word = name.trim().toLowerCase();
  const isCalled = defined.some(({ key, label }) => [key, label].some((one) => one.toLowerCase() === word));
  const own = said && !isDefined(said) ? said : `${customPrefix}${name}`.slice(0, 300);
  if (!name || (isCalled && own !== said) || isDefined(own)) return options;
  return [...options, { value: own, label: own.slice(customPrefix.length), isNew: true }];
}
