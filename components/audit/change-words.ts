import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useTRPC } from "#components/live/api.ts";
import { isRecord } from "#components/live/records.ts";
import type { Masked, Permission, Role, Scope } from "#server/core/permissions.ts";

type Words = (changes: Readonly<Record<string, unknown>>, gone: boolean) => string;
type ValueWords = Readonly<Record<string, (value: unknown) => string | undefined>>;

const nothing = "–";

/** "Sees: Everything → Their own": each of `changes` by the words for fields and values; only one where it is new or gone. */
export function tellChanges(
  changes: Parameters<Words>[0],
  gone: boolean,
  field: (name: string) => string,
  words: ValueWords,
) {
  const entries = Object.entries(changes).map(([name, change]) => {
    const { before = null, after = null } = isRecord(change) ? change : {};
    return { name, before, after };
  });
  const isNew = entries.every(({ before }) => before === null);
  const word = (name: string, value: unknown): string => {
    if (value === null || value === "") return nothing;
    return words[name]?.(value) ?? String(value);
  };
  const said = (name: string, value: unknown) =>
    Array.isArray(value) ? value.map((one) => word(name, one)).join(", ") || nothing : word(name, value);
  return entries
    .map(({ name, before, after }) => {
      const known = isNew ? [after] : gone ? [before] : [before, after];
      return `${field(name)}: ${known.map((value) => said(name, value)).join(" → ")}`;
    })
    .join("; ");
}

/** What was changed of a person or of a role, in the reader's words. */
export function useChangeWords(fieldWord: (name: string) => string): Words {
  const t = useTranslations("audit");
  const inRoles = useTranslations("roles");
  const inUsers = useTranslations("users.roles");
  const inTokens = useTranslations("tokens.permissions");
  const trpc = useTRPC();
  const channels = useQuery(trpc.channels.names.queryOptions({})).data;
  const own = useQuery(trpc.roles.names.queryOptions({})).data;
  const scope = (value: unknown) => {
    const key = `scopes.${value as Scope}` as const;
    return inRoles.has(key) ? inRoles(key) : undefined;
  };
  const truth = (value: unknown) => t(value === true ? "yes" : "no");
  const words: ValueWords = {
    permissions: (value) => (inTokens.has(value as Permission) ? inTokens(value as Permission) : undefined),
    readScope: scope,
    writeScope: scope,
    maskedFields: (value) => {
      const key = `masks.${value as Masked}` as const;
      return inRoles.has(key) ? inRoles(key) : undefined;
    },
    channels: (value) => channels?.find(({ id }) => id === value)?.label ?? (channels && t("noLonger")),
    unassigned: truth,
    active: truth,
    role: (value) => (inUsers.has(value as Role) ? inUsers(value as Role) : undefined),
    roleId: (value) => own?.find(({ id }) => id === value)?.name ?? (own && t("noLonger")),
  };
  return (changes, gone) => tellChanges(changes, gone, fieldWord, words);
}
