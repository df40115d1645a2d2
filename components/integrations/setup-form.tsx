"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { RefusalNote } from "#components/companies/refusal-note.tsx";
import { noRefusal, useRefusals } from "#components/companies/refusals.ts";
import { Checkbox } from "#components/forms/checkbox.tsx";
import { changesIn } from "#components/forms/draft-changes.ts";
import { Field } from "#components/forms/field.tsx";
import { useUnsaved } from "#components/forms/use-unsaved.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { useToast } from "#components/ui/toast.tsx";
import { causes } from "#server/integrations/choices.ts";
import type { IntegrationView } from "#server/integrations/schema.ts";
import { Setting } from "./setting.tsx";
import { settingsOf } from "./settings-of.ts";
import { TestRun } from "./test-run.tsx";
import { useSaveSetup } from "./use-save-setup.ts";

type Config = Readonly<Record<string, unknown>>;

const textOf = (config: Config, key: string) => (typeof config[key] === "string" ? config[key] : "");

/** What an integration needs to know, when it acts, and a test of it. */
export function SetupForm({ integration }: { integration: IntegrationView }) {
  const t = useTranslations("integrations");
  const toast = useToast();
  const { cache } = useLive();
  const refusals = useRefusals();
  const [saved, setSaved] = useState<Config>({ ...integration.config, on: integration.causes });
  const [draft, setDraft] = useState(saved);
  const [refusal, setRefusal] = useState(noRefusal);
  const { id, type, lacks } = integration;
  const dirty = JSON.stringify(draft) !== JSON.stringify(saved);
  useUnsaved(dirty);
  const save = useSaveSetup(integration, {
    onSuccess: (stored) => {
      const next = { ...stored.config, on: stored.causes };
      setSaved(next);
      setDraft(next);
      setRefusal(noRefusal);
      toast.success(t("saved"));
      cache.refresh(cache.of("integrations"));
    },
    onError: (error) => setRefusal(refusals.of(error, draft)),
  });
  const change = (part: Config) => setDraft((before) => ({ ...before, ...part }));
  /** What is stored and cannot be used. */
  const faultOf = (key: string) => {
    const lack = dirty || textOf(draft, key) === "" ? undefined : lacks.find((one) => one === key);
    return lack && t(`lacks.${lack}`);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(changesIn(draft, saved));
  };
  return (
    <div className="grid gap-6 p-4">
      <form method="post" noValidate onSubmit={submit} className="grid gap-4">
        <p className="text-pretty text-sm text-text-muted">{t(`types.${type}.setup`)}</p>
        {settingsOf[type].map(({ key, kind }) => (
          <Field
            key={key}
            label={t(`settings.${key}.label`)}
            hint={t(`settings.${key}.hint`)}
            error={refusal.fields[key] ?? faultOf(key)}
          >
            <Setting kind={kind} value={draft[key]} onChange={(value) => change({ [key]: value })} />
          </Field>
        ))}
        <Causes draft={draft} change={change} />
        <div className="flex flex-wrap items-center justify-end gap-2">
          <div className="min-w-0 flex-1 text-sm text-text-muted">
            <RefusalNote refusal={refusal} />
            <p role="status">{dirty && !refusal.sentence ? t("unsaved") : null}</p>
          </div>
          <Button type="submit" variant="primary" disabled={!dirty} loading={save.isPending}>
            {t("save")}
          </Button>
        </div>
      </form>
      <TestRun integrationId={id} dirty={dirty} />
    </div>
  );
}

function Causes({ draft, change }: { draft: Config; change: (part: Config) => void }) {
  const t = useTranslations("integrations");
  const on: readonly unknown[] = Array.isArray(draft.on) ? draft.on : [];
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 font-medium text-sm">{t("acts")}</legend>
      {causes.map((cause) => (
        <Checkbox
          key={cause}
          label={t(`causes.${cause}`)}
          hint={t(`causeHints.${cause}`)}
          checked={on.includes(cause)}
          onCheckedChange={(checked) =>
            change({ on: causes.filter((one) => (one === cause ? checked === true : on.includes(one))) })
          }
        />
      ))}
    </fieldset>
  );
}
