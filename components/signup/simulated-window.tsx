"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { RadioGroup } from "#components/forms/radio-group.tsx";
import { Select } from "#components/forms/select.tsx";
import { EntryPage } from "#components/joining/entry-page.tsx";
import { createApi, failureOf } from "#components/live/api.ts";
import { Button } from "#components/ui/button.tsx";

const kinds = ["number", "phone_app", "account_only"] as const;
type Kind = (typeof kinds)[number];
type Account = { channelId: string; label: string; number: string };
type SimulatedWindowProps = { channelId: string; userId: string; phoneApp: boolean };

/** Tells the page that opened this window what Meta's would tell it, in its words; then the window is done. */
function tell(event: string, data: object, code = ""): void {
  const { opener, location } = window;
  if (!opener) return;
  opener.postMessage(JSON.stringify({ type: "WA_EMBEDDED_SIGNUP", event, version: 3, data }), location.origin);
  if (code) opener.postMessage(JSON.stringify({ type: "simulated-code", code }), location.origin);
  window.close();
}

/** Stands in for Meta's window: a person chooses how it ends. */
export function SimulatedWindow({ channelId, userId, phoneApp }: SimulatedWindowProps) {
  const t = useTranslations("signup.window");
  const [api] = useState(() => createApi(userId));
  const [accounts, setAccounts] = useState<readonly Account[]>([]);
  const [opened, setOpened] = useState(true);
  const [kind, setKind] = useState<Kind>(phoneApp ? "phone_app" : "number");
  const [numberOf, setNumberOf] = useState(channelId);
  const [claimed, setClaimed] = useState({ wabaId: "", phoneNumberId: "" });
  const [fault, setFault] = useState("");
  useEffect(() => {
    setOpened(window.opener !== null);
    api.simulator.accounts.query({}).then(
      (found) => setAccounts(found.accounts.filter(({ type }) => type === "WHATSAPP_API")),
      (error: unknown) => setFault(failureOf(error).message),
    );
  }, [api]);
  const finish = async () => {
    try {
      const made = await api.simulator.signUp.mutate({ channelId, kind, numberOf });
      const waba_id = claimed.wabaId || made.wabaId;
      const phone_number_id = claimed.phoneNumberId || made.phoneNumberId;
      tell(made.event, phone_number_id ? { waba_id, phone_number_id } : { waba_id }, made.code);
    } catch (error) {
      setFault(failureOf(error).message);
    }
  };
  if (!opened)
    return (
      <EntryPage heading={t("title")}>
        <p role="status">{t("orphan")}</p>
      </EntryPage>
    );
  return (
    <EntryPage heading={t("title")} intro={t("intro")}>
      <Field label={t("kind")}>
        <RadioGroup
          value={kind}
          onValueChange={setKind}
          options={kinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
        />
      </Field>
      <Field label={t("numberOf")}>
        <Select
          value={numberOf}
          onValueChange={setNumberOf}
          options={[
            { value: channelId, label: t("own") },
            ...accounts
              .filter((one) => one.channelId !== channelId)
              .map((one) => ({ value: one.channelId, label: `${one.label}, ${one.number}` })),
          ]}
        />
      </Field>
      {(["wabaId", "phoneNumberId"] as const).map((name) => (
        <Field key={name} label={t(name)} hint={t("leave")} optional>
          <Input
            inputMode="numeric"
            autoComplete="off"
            value={claimed[name]}
            onChange={(event) => setClaimed((before) => ({ ...before, [name]: event.target.value.trim() }))}
          />
        </Field>
      ))}
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" onClick={() => void finish()}>
          {t("finish")}
        </Button>
        <Button onClick={() => tell("CANCEL", { current_step: "PHONE_NUMBER_SETUP" })}>{t("cancel")}</Button>
        <Button onClick={() => tell("CANCEL", { error_message: t("reason"), error_id: "524126" })}>{t("fail")}</Button>
      </div>
      <p role="alert" className="text-danger text-sm empty:hidden">
        {fault}
      </p>
    </EntryPage>
  );
}
