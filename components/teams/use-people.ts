import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useMay } from "#components/frame/profile.tsx";
import { useTRPC } from "#components/live/api.ts";
import type { UserName } from "#server/users/schema.ts";

const none: readonly UserName[] = [];

/** Everybody of the company by name. */
export function usePeople() {
  const t = useTranslations("teams");
  const users = useQuery(useTRPC().users.names.queryOptions({}, { enabled: useMay("clients_read") })).data ?? none;
  const user = (id: string) => users.find((one) => one.id === id);
  return { users, user, nameOf: (id: string) => user(id)?.name ?? t("unknownPerson") };
}
