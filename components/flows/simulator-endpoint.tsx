"use client";

import { useTranslations } from "next-intl";
import { Field } from "#components/ui/field.tsx";
import { Select } from "#components/ui/select.tsx";
import { Textarea } from "#components/ui/textarea.tsx";
import { endpointModes, readStub, type Simulating } from "./use-simulation.ts";

/** What the simulator takes the customer's endpoint to answer. */
export function EndpointSetting({ simulating }: { simulating: Simulating }) {
  const t = useTranslations("flows.simulator.endpoint");
  const { setting, setSetting } = simulating;
  const read = setting.endpoint === "stub" ? readStub(setting.stub) : null;
  return (
    <>
      <Select
        size="sm"
        aria-label={t("label")}
        value={setting.endpoint}
        options={endpointModes.map((value) => ({ value, label: t(`modes.${value}`) }))}
        onValueChange={(endpoint) => setSetting({ endpoint })}
      />
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
