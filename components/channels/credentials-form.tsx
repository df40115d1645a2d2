"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { RefusalNote } from "#components/companies/refusal-note.tsx";
import { noRefusal, useRefusals } from "#components/companies/refusals.ts";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { LeaveGuard } from "#components/forms/leaving/leave-guard.tsx";
import { Select } from "#components/forms/select.tsx";
import { useTRPC } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { freshId } from "#components/thread/fresh-id.ts";
import { Button } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import type { ChannelSite } from "#server/channels/schema.ts";
import type { CheckStep } from "./check-steps.tsx";
import { takenIn } from "./taken.ts";

const fieldsOf = {
  WHATSAPP_API: ["phoneNumberId", "wabaId", "accessToken", "appSecret", "verifyToken", "pin"],
  FACEBOOK: ["pageId", "accessToken", "appSecret", "verifyToken"],
  INSTAGRAM: ["accountId", "pageId", "accessToken", "appSecret", "verifyToken"],
} as const;
type Name = (typeof fieldsOf)[keyof typeof fieldsOf][number];

const secrets: readonly Name[] = ["accessToken", "appSecret", "pin"];
const optional: readonly Name[] = ["pin", "appSecret", "verifyToken"];
const flavours = ["page", "login"] as const;

type CredentialsFormProps = {
  channel: ChannelSite;
  /** Something is stored: empty fields keep it. */
  known: boolean;
  /** What is stored is an Instagram login. */
  login: boolean;
  onChecked: (steps: readonly CheckStep[]) => void;
};

/** What the platform asks for. Secrets go one way: they are never shown again. */
export function CredentialsForm({ channel, known, login, onChecked }: CredentialsFormProps) {
  const t = useTranslations("channels.credentials");
  const trpc = useTRPC();
  const { cache } = useLive();
  const refusals = useRefusals();
  const [values, setValues] = useState<Partial<Record<Name, string>>>({});
  const [flavour, setFlavour] = useState<(typeof flavours)[number]>(login ? "login" : "page");
  const [refusal, setRefusal] = useState(noRefusal);
  const refusalOf = (error: unknown) => {
    const taken = takenIn(error);
    if (!taken) return refusals.of(error, values);
    return { fields: { [taken.field.replace("credentials.", "")]: t("taken") }, sentence: undefined };
  };
  const connect = useMutation(
    trpc.channels.connect.mutationOptions({
      onSuccess: (answer) => {
        onChecked(answer.steps);
        if (answer.ok) setValues({});
      },
      onError: (error) => setRefusal(refusalOf(error)),
      onSettled: () => cache.refresh(cache.of("channels")),
    }),
  );
  const { type } = channel;
  if (type !== "WHATSAPP_API" && type !== "FACEBOOK" && type !== "INSTAGRAM") return null;
  const fields: readonly Name[] = fieldsOf[type].filter(
    (name) => name !== "pageId" || type !== "INSTAGRAM" || flavour === "page",
  );
  const token = { WHATSAPP_API: "accessToken", FACEBOOK: "pageToken", INSTAGRAM: `${flavour}Token` } as const;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (connect.isPending) return;
    setRefusal(noRefusal);
    const given = Object.fromEntries(
      fields.flatMap((name) => (values[name]?.trim() ? [[name, values[name].trim()]] : [])),
    );
    const credentials = { ...given, ...(type === "INSTAGRAM" ? { flavour } : {}) };
    connect.mutate({ channelId: channel.id, credentials });
  };
  const write = (name: Name, text: string) => setValues((before) => ({ ...before, [name]: text }));
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <LeaveGuard active={Object.values(values).some(Boolean)} />
      <p className="text-sm text-text-muted">{known ? t("known") : t("hint")}</p>
      {type === "INSTAGRAM" ? (
        <Field label={t("flavour")}>
          <Select
            value={flavour}
            onValueChange={setFlavour}
            options={flavours.map((value) => ({ value, label: t(`flavours.${value}`) }))}
          />
        </Field>
      ) : null}
      {fields.map((name) => (
        <Field
          key={name}
          label={t(`fields.${name}`)}
          hint={t(`hints.${name === "accessToken" ? token[type] : name}`)}
          error={refusal.fields[name]}
          optional={optional.includes(name)}
          required={!known && !optional.includes(name)}
        >
          <Input
            type={secrets.includes(name) ? "password" : "text"}
            autoComplete="off"
            spellCheck={false}
            maxLength={4096}
            value={values[name] ?? ""}
            onChange={(event) => write(name, event.target.value)}
            trailing={
              name === "verifyToken" && values.verifyToken ? <CopyButton text={values.verifyToken} /> : undefined
            }
          />
        </Field>
      ))}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" loading={connect.isPending}>
          {t("submit")}
        </Button>
        <Button onClick={() => write("verifyToken", freshId())}>{t("makeToken")}</Button>
      </div>
      <RefusalNote refusal={refusal} />
    </form>
  );
}
