"use client";

import { useTranslations } from "next-intl";
import { Field } from "#components/forms/field.tsx";
import { Select } from "#components/forms/select.tsx";
import { Textarea } from "#components/forms/textarea.tsx";
import { useMay } from "#components/frame/profile.tsx";
import { readStub } from "./stubbed-answer.ts";
import { endpointModes } from "./use-endpoint.ts";
import type { Simulating } from "./use-simulation.ts";

/** Whether the customer's endpoint is asked, and what it is taken to answer otherwise. */
export function EndpointSetting({ simulating }: { simulating: Simulating }) {
  const t = useTranslations("flows.simulator.endpoint");
  const { setting, setSetting } = simulating;
  const mayCall = useMay("websites_write");
  const modes = endpointModes.filter((mode) => mayCall || mode !== "real");
  const read = setting.endpoint === "stub" ? readStub(setting.stub) : null;
  return (
    <>
      <Select
        size="sm"
        aria-label={t("label")}
        value={setting.endpoint}
        options={modes.map((value) => ({ value, label: t(`modes.${value}`) }))}
        onValueChange={(endpoint) => setSetting({ endpoint })}
      />
      {setting.endpoint === "real" ? <p className="text-text-muted text-xs">{t("realHint")}</p> : null}
      {setting.endpoint === "stub" ? (
        <Field
          label={t("answer")}
          hideLabel
          hint={t("answerHint")}
          error={
            read === null
              ? t("notJson")
              : read.notes.length > 0
                ? t("ignored", { fields: read.notes.map(({ field }) => field || "{}").join(", ") })
                : undefined
          }
        >
          <Textarea
            autoGrow
            spellCheck={false}
            value={setting.stub}
            className="max-h-40 font-mono text-xs"
            onChange={(event) => setSetting({ stub: event.target.value })}
          />
        </Field>
      ) : null}
    </>
  );
}
