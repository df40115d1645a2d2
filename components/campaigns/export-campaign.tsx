"use client";

import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useRefusals } from "#components/companies/refusals.ts";
import { useTRPCClient } from "#components/live/api.ts";
import { Button } from "#components/ui/button.tsx";
import { useToast } from "#components/ui/toast.tsx";

function save(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

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
      save(text, fileName);
    } catch (error) {
      toast.error(refusals.sentence(error));
    }
    setPending(false);
  };
  return (
    <Button icon={<Download aria-hidden />} loading={pending} onClick={() => void run()}>
      {t("export")}
    </Button>
  );
}
