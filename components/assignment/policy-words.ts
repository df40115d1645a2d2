import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useCallback } from "react";
import { useTRPC } from "#components/live/api.ts";
import type { AssignmentPolicy } from "#server/assignment/schema.ts";

/** What a policy does, in one line. */
export function usePolicyWords(): (policy: AssignmentPolicy) => string {
  const t = useTranslations("assignment.words");
  const teams = useQuery(useTRPC().teams.names.queryOptions({})).data;
  return useCallback(
    (policy) => {
      if (policy.method === "manual") return t("manual");
      const { order, perPerson, perTeam, onlyAvailable, sticky, awayHandsBack, withinHours, fallbackTeamId } = policy;
      const fallback = teams?.find(({ id }) => id === fallbackTeamId)?.name;
      const parts = [
        t(order),
        perPerson === null ? "" : t("perPerson", { count: perPerson }),
        perTeam === null ? "" : t("perTeam", { count: perTeam }),
        onlyAvailable ? t("onlyAvailable") : "",
        sticky ? t("sticky") : "",
        onlyAvailable && awayHandsBack ? t("awayHandsBack") : "",
        withinHours ? t("withinHours") : "",
        fallback ? t("fallback", { name: fallback }) : "",
      ];
      return parts.filter(Boolean).join(" · ");
    },
    [t, teams],
  );
}
