"use client";

import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { PlanButton } from "#components/companies/plan-button.tsx";
import { useRefusals } from "#components/companies/refusals.ts";
import { useTRPCClient } from "#components/live/api.ts";
import { saveFile } from "#components/tables/save-file.ts";
import { useToast } from "#components/ui/toast.tsx";

/** Every recipient with what became of it, for a spreadsheet. */
export function ExportCampaign({ campaignId }: { campaignId: string }) {
  const t = useTranslations("campaigns");
  const client = useTRPCClient().campaigns;
  const toast = useToast();
  const refusals = useRefusals();
  const [pending, setPending] = useState(false);
  const run = async () => {
    setPending(true);
    try {
      const { text, fileName } = await client.export.query({ campaignId });
      saveFile([text], fileName);
    } catch (error) {
      toast.error(refusals.sentence(error));
    }
    setPending(false);
  };
  return (
    <PlanButton feature="export" icon={<Download aria-hidden />} loading={pending} onClick={() => void run()}>
      {t("export")}
    </PlanButton>
  );
}
