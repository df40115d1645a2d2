"use client";

import { useTranslations } from "next-intl";
import { useRef } from "react";
import { useTRPCClient } from "#components/live/api.ts";
import { RowsButton } from "#components/tables/rows-button.tsx";

/** Every recipient with what became of it, for a spreadsheet. */
export function ExportCampaign({ campaignId }: { campaignId: string }) {
  const t = useTranslations("campaigns");
  const client = useTRPCClient().campaigns;
  const name = useRef("");
  return (
    <RowsButton
      label={t("export")}
      fileName={() => name.current}
      read={async (from) => {
        const { fileName, ...piece } = await client.export.query({ campaignId, ...from });
        name.current = fileName;
        return piece;
      }}
      told={(count) => t("exported", { count })}
    />
  );
}
