"use client";

import type { inferRouterOutputs } from "@trpc/server";
import { useFormatter, useTranslations } from "next-intl";
import { useProfile } from "#components/frame/profile.tsx";
import type { Column } from "#components/tables/table-columns.ts";
import { moment } from "#components/time/moments.ts";
import type { AppRouter } from "#server/trpc/router.ts";
import { CampaignStatus } from "./campaign-status.tsx";

export type CampaignRow = inferRouterOutputs<AppRouter>["campaigns"]["list"]["result"][number];

export function useCampaignColumns(): Column<CampaignRow>[] {
  const t = useTranslations("campaigns.columns");
  const format = useFormatter();
  const { timeZone } = useProfile().company;
  return [
    { id: "name", header: t("name"), cell: ({ name }) => <span className="font-medium">{name}</span> },
    { id: "status", header: t("status"), width: 128, cell: ({ status }) => <CampaignStatus status={status} /> },
    {
      id: "sent",
      header: t("sent"),
      width: 90,
      align: "end",
      cell: ({ sentCount }) => <span className="tabular">{format.number(sentCount)}</span>,
    },
    {
      id: "failed",
      header: t("failed"),
      width: 90,
      align: "end",
      from: "md",
      cell: ({ failedCount }) => (
        <span className={failedCount > 0 ? "tabular text-danger" : "tabular"}>{format.number(failedCount)}</span>
      ),
    },
    {
      id: "scheduledAt",
      header: t("scheduledAt"),
      width: 190,
      from: "md",
      cell: ({ scheduledAt }) => (
        <span className="tabular">{format.dateTime(new Date(scheduledAt), { ...moment, timeZone })}</span>
      ),
    },
  ];
}
