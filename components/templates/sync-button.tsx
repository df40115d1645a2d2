"use client";

import { RefreshCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useRefusals } from "#components/companies/refusals.ts";
import { useTRPCClient } from "#components/live/api.ts";
import { Button } from "#components/ui/button.tsx";
import { useToast } from "#components/ui/toast.tsx";

/** Asks the platform what it has; what differs appears by itself. */
export function SyncButton({ channels }: { channels: readonly { id: string }[] }) {
  const t = useTranslations("templates.sync");
  const client = useTRPCClient().templates;
  const toast = useToast();
  const refusals = useRefusals();
  const [pending, setPending] = useState(false);
  if (channels.length === 0) return null;
  const sync = async () => {
    setPending(true);
    try {
      await Promise.all(channels.map(({ id }) => client.sync.mutate({ channelId: id })));
      toast.success(t("asked"), { description: t("askedHint"), id: "templates sync" });
    } catch (error) {
      toast.error(refusals.sentence(error));
    }
    setPending(false);
  };
  return (
    <Button icon={<RefreshCw aria-hidden />} loading={pending} onClick={() => void sync()}>
      {t("now")}
    </Button>
  );
}
