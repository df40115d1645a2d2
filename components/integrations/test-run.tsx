"use client";

import { useMutation } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRefusals } from "#components/companies/refusals.ts";
import { useTRPC } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { RunDetail } from "./run-detail.tsx";

/** One attempt with made-up data, and what came of it. */
export function TestRun({ integrationId, dirty }: { integrationId: string; dirty: boolean }) {
  const t = useTranslations("integrations.test");
  const trpc = useTRPC();
  const { cache } = useLive();
  const refusals = useRefusals();
  const test = useMutation(
    trpc.integrations.test.mutationOptions({ onSettled: () => cache.refresh(cache.of("integrations.runs")) }),
  );
  return (
    <section aria-label={t("title")} className="grid gap-3 border-border border-t pt-4">
      <div className="flex flex-wrap items-center gap-3">
        <p className="min-w-0 flex-1 text-pretty text-sm text-text-muted">{t(dirty ? "saveFirst" : "text")}</p>
        <Button
          icon={<Send aria-hidden />}
          disabled={dirty}
          loading={test.isPending}
          onClick={() => test.mutate({ integrationId })}
        >
          {t("send")}
        </Button>
      </div>
      <div role="status" className="grid gap-3">
        {test.error ? <p className="text-danger text-sm">{refusals.sentence(test.error)}</p> : null}
        {test.data ? (
          <div className="rounded-lg border border-border p-3">
            <RunDetail run={test.data} open />
          </div>
        ) : null}
      </div>
    </section>
  );
}
