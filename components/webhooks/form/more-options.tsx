"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { MultiCombobox } from "#components/forms/combobox.tsx";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { Select } from "#components/forms/select.tsx";
import { Switch } from "#components/forms/switch.tsx";
import { useTRPC } from "#components/live/api.ts";
import { retryPlans } from "#server/webhooks/choices.ts";
import { ConditionRows } from "./condition-rows.tsx";
import type { DraftFaults, WebhookDraft } from "./draft.ts";

type MoreOptionsProps = {
  draft: WebhookDraft;
  faults: DraftFaults;
  refused: Readonly<Record<string, string>>;
  onChange: (part: Partial<WebhookDraft>) => void;
};

/** What most webhooks need not know: folded, unless something of it is set. */
export function MoreOptions({ draft, faults, refused, onChange }: MoreOptionsProps) {
  const t = useTranslations("webhooks.form.more");
  const trpc = useTRPC();
  const channels = useQuery(trpc.channels.names.queryOptions({})).data ?? [];
  return (
    <details className="group rounded-lg border border-border" open={isSet(draft) || faults.conditions !== undefined}>
      <summary className="flex h-10 cursor-default list-none items-center gap-2 rounded-lg px-3 font-medium text-sm hover:bg-text/4">
        <ChevronRight aria-hidden className="size-4 text-text-muted transition-transform group-open:rotate-90" />
        {t("title")}
      </summary>
      <div className="grid gap-6 px-3 pt-2 pb-4">
        <Field label={t("plan")} hint={t(`planHints.${draft.retryPlan}`)}>
          <Select
            value={draft.retryPlan}
            onValueChange={(retryPlan) => onChange({ retryPlan })}
            options={retryPlans.map((value) => ({ value, label: t(`plans.${value}`) }))}
          />
        </Field>
        <Field inline label={t("hold")} hint={t("holdHint")}>
          <Switch
            checked={draft.holdWhilePaused}
            onCheckedChange={(holdWhilePaused) => onChange({ holdWhilePaused })}
          />
        </Field>
        <Field inline label={t("standard")} hint={t("standardHint")}>
          <Switch
            checked={draft.standardHeaders}
            onCheckedChange={(standardHeaders) => onChange({ standardHeaders })}
          />
        </Field>
        <Field inline label={t("overlap")} hint={t("overlapHint")}>
          <Switch checked={draft.secretOverlap} onCheckedChange={(secretOverlap) => onChange({ secretOverlap })} />
        </Field>
        <Field label={t("channels")} hint={t("channelsHint")} error={refused.channelIds}>
          <MultiCombobox
            label={t("channels")}
            placeholder={t("anyChannel")}
            options={channels.map(({ id, label }) => ({ value: id, label }))}
            values={draft.channelIds}
            onValuesChange={(channelIds) => onChange({ channelIds })}
          />
        </Field>
        <Field label={t("rate")} hint={t("rateHint")} error={faults.rate ? t("rateFault") : undefined}>
          <Input
            className="w-28"
            type="number"
            inputMode="numeric"
            min={1}
            max={1000}
            value={draft.callsPerSecond}
            onChange={(event) => onChange({ callsPerSecond: event.target.value })}
          />
        </Field>
        <ConditionRows
          rows={draft.conditions}
          faulty={faults.conditions !== undefined}
          onChange={(conditions) => onChange({ conditions })}
        />
      </div>
    </details>
  );
}

function isSet(draft: WebhookDraft): boolean {
  const { retryPlan, standardHeaders, secretOverlap, channelIds, callsPerSecond, holdWhilePaused, conditions } = draft;
  return (
    retryPlan !== "contract" ||
    [standardHeaders, secretOverlap, holdWhilePaused, callsPerSecond !== ""].some(Boolean) ||
    channelIds.length + conditions.length > 0
  );
}
