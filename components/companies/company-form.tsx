"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { type FormEvent, useMemo, useState } from "react";
import { Combobox } from "#components/forms/combobox.tsx";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { LeaveGuard } from "#components/forms/leaving/leave-guard.tsx";
import { Select } from "#components/forms/select.tsx";
import { Switch } from "#components/forms/switch.tsx";
import { Textarea } from "#components/forms/textarea.tsx";
import { useDraftChanges } from "#components/forms/use-draft-changes.ts";
import { usePlanLacks } from "#components/frame/profile.tsx";
import { useTRPC } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { useToast } from "#components/ui/toast.tsx";
import { companyLocales } from "#server/companies/choices.ts";
import type { Company, CompanySettings } from "#server/companies/schema.ts";
import { RefusalNote } from "./refusal-note.tsx";
import { noRefusal, useRefusals } from "./refusals.ts";
import { countryOptions, currencyOptions, timeZoneOptions } from "./regions.ts";
import { SettingsSection } from "./settings-parts.tsx";

type Draft = Omit<CompanySettings, "aiEndpoints"> & { name: string; email: string; aiEndpoints: string };

function draftOf({ name, email, settings }: Company): Draft {
  return { name, email, ...settings, aiEndpoints: settings.aiEndpoints.join("\n") };
}

function inputOf({ name, email, aiEndpoints, ...settings }: Partial<Draft>) {
  const lines = aiEndpoints?.split("\n").map((line) => line.trim());
  return { name, email, settings: { ...settings, ...(lines ? { aiEndpoints: lines.filter(Boolean) } : {}) } };
}

export function CompanyForm({ company }: { company: Company }) {
  const t = useTranslations("companies.company");
  const trpc = useTRPC();
  const toast = useToast();
  const { cache } = useLive();
  const refusals = useRefusals();
  const queries = useQueryClient();
  const stored = useMemo(() => draftOf(company), [company]);
  const faults = useTranslations("companies.faults");
  const { draft, changes, dirty, overtaken, change, discard, settle } = useDraftChanges(stored);
  const [refusal, setRefusal] = useState(noRefusal);
  const save = useMutation(
    trpc.companies.update.mutationOptions({
      onSuccess: (after) => {
        setRefusal(noRefusal);
        queries.setQueryData(trpc.companies.read.queryKey({}), after);
        toast.success(t("saved"));
        cache.refresh([...cache.of("companies"), ...cache.of("users")]);
      },
      onError: (error) => setRefusal(refusals.of(error, { ...draft })),
    }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(inputOf(changes), { onSuccess: () => settle(changes) });
  };
  const parts = { draft, change, errors: refusal.fields };
  return (
    <form method="post" noValidate onSubmit={submit}>
      <LeaveGuard active={dirty} />
      <About {...parts} />
      <Region {...parts} />
      <Rules {...parts} />
      <div
        hidden={!dirty && !refusal.sentence}
        className="sticky bottom-0 z-10 flex flex-wrap items-center justify-end gap-2 border-border border-t bg-surface px-5 py-3 [&[hidden]]:hidden phone:px-4"
      >
        <div className="min-w-0 flex-1 text-sm text-text-muted">
          <RefusalNote refusal={refusal} />
          <p role="status">{dirty && !refusal.sentence ? (overtaken ? faults("overtaken") : t("unsaved")) : null}</p>
        </div>
        <Button
          disabled={!dirty || save.isPending}
          onClick={() => {
            discard();
            setRefusal(noRefusal);
          }}
        >
          {t("discard")}
        </Button>
        <Button type="submit" variant="primary" disabled={!dirty} loading={save.isPending}>
          {t("save")}
        </Button>
      </div>
    </form>
  );
}

type PartProps = {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  errors: Readonly<Record<string, string>>;
};

function About({ draft, change, errors }: PartProps) {
  const t = useTranslations("companies.company");
  return (
    <SettingsSection title={t("about")} description={t("aboutHint")}>
      <Field label={t("name")} error={errors.name} required>
        <Input value={draft.name} maxLength={255} onChange={(event) => change({ name: event.target.value })} />
      </Field>
      <Field label={t("email")} error={errors.email}>
        <Input type="email" value={draft.email} onChange={(event) => change({ email: event.target.value })} />
      </Field>
    </SettingsSection>
  );
}

function Region({ draft, change, errors }: PartProps) {
  const t = useTranslations("companies.company");
  const locale = useLocale();
  const currencies = useMemo(
    () => [{ value: "none", label: t("countrysCurrency") }, ...currencyOptions(locale)],
    [locale, t],
  );
  const zones = useMemo(() => timeZoneOptions(locale, draft.timeZone), [locale, draft.timeZone]);
  const countries = useMemo(() => [{ value: "none", label: t("noCountry") }, ...countryOptions(locale)], [locale, t]);
  return (
    <SettingsSection title={t("region")} description={t("regionHint")}>
      <Field label={t("locale")} hint={t("localeHint")}>
        <Select
          value={draft.locale}
          onValueChange={(next) => change({ locale: next })}
          options={companyLocales.map((value) => ({ value, label: t(`locales.${value}`) }))}
        />
      </Field>
      <Field label={t("country")} hint={t("countryHint")} error={errors.country}>
        <Combobox
          label={t("country")}
          options={countries}
          value={draft.country || "none"}
          onValueChange={(next) => change({ country: next === "none" ? "" : next })}
        />
      </Field>
      <Field label={t("currency")} hint={t("currencyHint")} error={errors.currency}>
        <Combobox
          label={t("currency")}
          options={currencies}
          value={draft.currency || "none"}
          onValueChange={(next) => change({ currency: next === "none" ? "" : next })}
        />
      </Field>
      <Field label={t("timeZone")} error={errors.timeZone}>
        <Combobox
          label={t("timeZone")}
          options={zones}
          value={draft.timeZone}
          onValueChange={(next) => change({ timeZone: next })}
        />
      </Field>
    </SettingsSection>
  );
}

/** Those that people choose, and what was set by the API. */
const undoChoices = (set: number) => [...new Set([0, 5, 10, 20, 30, set])].sort((a, b) => a - b);

function Rules({ draft, change, errors }: PartProps) {
  const t = useTranslations("companies.company");
  const words = useTranslations("ui");
  const lacksAi = usePlanLacks("ai");
  return (
    <SettingsSection title={t("rules")} description={t("rulesHint")}>
      <Field inline label={t("unification")} hint={t("unificationHint")}>
        <Switch checked={draft.contactUnification} onCheckedChange={(next) => change({ contactUnification: next })} />
      </Field>
      <Field inline label={t("agentsSee")} hint={t("agentsSeeHint")}>
        <Switch checked={draft.agentsSeeEverything} onCheckedChange={(next) => change({ agentsSeeEverything: next })} />
      </Field>
      <Field inline label={t("pushShowsText")} hint={t("pushShowsTextHint")}>
        <Switch checked={draft.pushShowsText} onCheckedChange={(next) => change({ pushShowsText: next })} />
      </Field>
      <Field label={t("undoSend")} hint={t("undoSendHint")} error={errors.undoSendSeconds}>
        <Select
          value={String(draft.undoSendSeconds)}
          onValueChange={(next) => change({ undoSendSeconds: Number(next) })}
          options={undoChoices(draft.undoSendSeconds).map((count) => ({
            value: String(count),
            label: count === 0 ? t("undoSendOff") : t("undoSendSeconds", { count }),
          }))}
        />
      </Field>
      <Field
        label={t("aiEndpoints")}
        hint={lacksAi ? words("planLacks") : t("aiEndpointsHint")}
        error={errors.aiEndpoints}
      >
        <Textarea
          rows={3}
          spellCheck={false}
          disabled={lacksAi && draft.aiEndpoints === ""}
          value={draft.aiEndpoints}
          onChange={(event) => change({ aiEndpoints: event.target.value })}
        />
      </Field>
    </SettingsSection>
  );
}
