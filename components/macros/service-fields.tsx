"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Combobox } from "#components/forms/combobox.tsx";
import { Field } from "#components/forms/field.tsx";
import { useMay } from "#components/frame/profile.tsx";
import { useTRPC } from "#components/live/api.ts";
import { type ActionFieldsProps, Choice, Line } from "./action-fields.tsx";

const textOf = (value: unknown) => (typeof value === "string" ? value : "");

/** Which of the company's webhooks is called. */
export function WebhookFields({ action: { input }, names, onInput }: ActionFieldsProps) {
  const t = useTranslations("macros.form");
  const chosen = textOf(input.webhookId);
  const options = names.webhooks
    .filter(({ id, isActive }) => isActive || id === chosen)
    .map(({ id, url }) => ({ value: id, label: url }));
  return (
    <Choice
      label={t("webhook")}
      hint={t("webhookHint")}
      value={chosen}
      options={options}
      onValue={(webhookId) => onInput({ webhookId })}
    />
  );
}

/** The step of the flow; by its name alone for those who may not read chatbots. */
export function FlowStepFields({ action: { input }, onInput }: ActionFieldsProps) {
  const t = useTranslations("macros.form");
  const trpc = useTRPC();
  const reads = useMay("websites_read");
  const chatbots = useQuery(trpc.chatbots.list.queryOptions({}, { enabled: reads })).data ?? [];
  const [picked, pick] = useState<string>();
  const chatbotId = picked ?? chatbots[0]?.id;
  const list = useQuery(
    trpc.chatbots.questionList.queryOptions({ chatbotId: chatbotId ?? "" }, { enabled: chatbotId !== undefined }),
  );
  const step = textOf(input.step);
  const known = (list.data?.nodes ?? []).filter(({ disabled }) => !disabled).map((node) => node.internal_name);
  const set = (name: string) => onInput({ step: name });
  if (!reads || (list.data && known.length === 0))
    return <Line label={t("step")} hint={t("stepHint")} value={step} onValue={set} />;
  const options = (step && !known.includes(step) ? [...known, step] : known).map((one) => ({ value: one, label: one }));
  return (
    <div className="grid gap-3">
      {chatbots.length > 1 ? (
        <Choice
          label={t("chatbot")}
          value={chatbotId ?? ""}
          options={chatbots.map(({ id, title }) => ({ value: id, label: title }))}
          onValue={pick}
        />
      ) : null}
      <Field label={t("step")}>
        <Combobox label={t("step")} options={options} value={step || undefined} onValueChange={set} />
      </Field>
    </div>
  );
}
