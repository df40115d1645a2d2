"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Field } from "#components/forms/field.tsx";
import { Select } from "#components/forms/select.tsx";
import { failureOf, useTRPC } from "#components/live/api.ts";
import { Button } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { useToast } from "#components/ui/toast.tsx";

const qualities = ["GREEN", "YELLOW", "RED"] as const;
const limits = ["TIER_250", "TIER_2K", "TIER_10K", "TIER_100K", "TIER_UNLIMITED"] as const;
const events = ["PARTNER_REMOVED", "ACCOUNT_RECONNECTED", "DISABLED_UPDATE"] as const;

/** What the platform thinks of the number, and what happens to the account. */
export function AccountPanel({ account }: { account: { channelId: string; number: string } }) {
  const t = useTranslations("simulator.platform");
  const tAll = useTranslations("simulator");
  const trpc = useTRPC();
  const toast = useToast();
  const [quality, setQuality] = useState<(typeof qualities)[number]>("GREEN");
  const [limit, setLimit] = useState<(typeof limits)[number]>("TIER_2K");
  const { channelId, number } = account;
  const tell = useMutation(
    trpc.simulator.accountEvent.mutationOptions({
      onSuccess: () => toast.success(t("told")),
      onError: (error) => toast.error(tAll("failed"), { description: failureOf(error).message || tAll("failedHint") }),
    }),
  );
  return (
    <div className="grid gap-4">
      <p className="flex items-center gap-2 text-sm">
        <span className="text-text-muted">{t("number")}</span>
        <span className="tabular">+{number}</span>
        <CopyButton text={`+${number}`} label={t("copyNumber")} size="xs" />
      </p>
      <Field label={t("quality")}>
        <Select
          value={quality}
          onValueChange={setQuality}
          options={qualities.map((value) => ({ value, label: value }))}
        />
      </Field>
      <Field label={t("limit")}>
        <Select value={limit} onValueChange={setLimit} options={limits.map((value) => ({ value, label: value }))} />
      </Field>
      <Button
        size="sm"
        className="justify-self-start"
        loading={tell.isPending}
        onClick={() => tell.mutate({ channelId, quality, limit })}
      >
        {t("rate")}
      </Button>
      <div className="grid gap-2">
        <h3 className="font-medium text-sm">{t("events")}</h3>
        <Button size="sm" className="justify-self-start" onClick={() => tell.mutate({ channelId, unverified: true })}>
          {t("names.UNVERIFIED")}
        </Button>
        {events.map((event) => (
          <Button
            key={event}
            size="sm"
            className="justify-self-start"
            onClick={() => tell.mutate({ channelId, event })}
          >
            {t(`names.${event}`)}
          </Button>
        ))}
      </div>
    </div>
  );
}
