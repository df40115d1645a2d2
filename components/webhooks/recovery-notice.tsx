"use client";

import { useQuery } from "@tanstack/react-query";
import { LoaderCircle } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMay } from "#components/frame/profile.tsx";
import { useTRPC, useTRPCClient } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "./notice.tsx";

const pace = 1000;

/** How far a recovery is; it can be stopped, and what is left recovered another time. */
export function RecoveryNotice({ recoveryId }: { recoveryId: string }) {
  const t = useTranslations("webhooks.recover");
  const trpc = useTRPC();
  const client = useTRPCClient();
  const { cache } = useLive();
  const mayWrite = useMay("webhooks_write");
  const asked = trpc.actions.job.queryOptions({ jobId: recoveryId, limit: 1 });
  const job = useQuery({ ...asked, refetchInterval: ({ state }) => (state.data?.finishedAt ? false : pace) }).data;
  const stop = async () => {
    await client.actions.cancel.mutate({ jobId: recoveryId });
    cache.refresh(cache.of("webhooks.get"));
  };
  const done = job ? job.done + job.failed : 0;
  return (
    <Notice
      icon={<LoaderCircle aria-hidden className="animate-spin motion-reduce:animate-none" />}
      title={t("running")}
      description={job && job.total > 0 ? t("progress", { done, total: job.total }) : t("counting")}
      action={mayWrite ? <Button onClick={() => void stop()}>{t("stop")}</Button> : null}
    />
  );
}
