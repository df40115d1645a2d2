"use client";

import { useMutation } from "@tanstack/react-query";
import { Radio } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRefusals } from "#components/companies/refusals.ts";
import { useTRPC } from "#components/live/api.ts";
import { Button } from "#components/ui/button.tsx";
import { useDuration, useFailure } from "../log/delivery-words.ts";
import { StatusMark } from "../log/status-mark.tsx";
import { urlFault } from "./draft.ts";

/** Checks whether a server answers at an address, before events depend on it. */
export function PingButton({ url }: { url: string }) {
  const t = useTranslations("webhooks");
  const trpc = useTRPC();
  const ping = useMutation(trpc.webhooks.ping.mutationOptions());
  const given = url.trim();
  const told = ping.variables?.url === given;
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1.5">
      <Button
        size="sm"
        icon={<Radio aria-hidden />}
        loading={ping.isPending}
        disabled={urlFault(url) !== undefined}
        onClick={() => ping.mutate({ url: given })}
      >
        {t("form.ping")}
      </Button>
      <p role="status" className="flex min-w-0 flex-1 items-start gap-1.5 text-xs">
        {told ? <PingOutcome ping={ping} /> : null}
      </p>
    </div>
  );
}

type Answer = { success: boolean; statusCode: number | null; responseTimeMs: number; errorMessage: string | null };

export function PingOutcome({ ping }: { ping: { data: Answer | undefined; error: unknown } }) {
  const t = useTranslations("webhooks");
  const duration = useDuration();
  const refusals = useRefusals();
  const failure = useFailure();
  if (ping.error) return <Line success={false} text={t("ping.failed", { reason: refusals.sentence(ping.error) })} />;
  if (!ping.data) return null;
  const { success, statusCode, responseTimeMs, errorMessage } = ping.data;
  if (statusCode === null) {
    return (
      <Line
        success={false}
        text={t("ping.failed", { reason: failure({ statusCode, errorMessage }) || t("ping.unknown") })}
      />
    );
  }
  const facts = { status: String(statusCode), duration: duration(responseTimeMs) };
  return <Line success={success} text={t(success ? "ping.answered" : "ping.answeredBad", facts)} />;
}

function Line({ success, text }: { success: boolean; text: string }) {
  return (
    <>
      <StatusMark success={success} />
      <span className="min-w-0 wrap-anywhere">{text}</span>
    </>
  );
}
