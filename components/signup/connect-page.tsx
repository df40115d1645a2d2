"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { RadioGroup } from "#components/forms/radio-group.tsx";
import { EntryPage } from "#components/joining/entry-page.tsx";
import { type Api, createApi, failureOf } from "#components/live/api.ts";
import { Button } from "#components/ui/button.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { SignUpOffer } from "#server/channels/signup/schema.ts";
import type { NumberKind } from "./facebook.ts";
import { SignUpOutcome } from "./sign-up-outcome.tsx";
import { type SignUpState, useSignUp } from "./use-sign-up.ts";

type Offered = { offer: SignUpOffer | null } | { fault: string };

/** A WhatsApp number is connected in Meta's window. Outside of the workspace's frame, since Meta's script runs here. */
export function ConnectPage({ channelId, userId }: { channelId: string; userId: string }) {
  const t = useTranslations("signup");
  const [api] = useState(() => createApi(userId));
  const [offered, setOffered] = useState<Offered>();
  useEffect(() => {
    let left = false;
    const tell = (found: Offered) => left || setOffered(found);
    api.channels.signUpOffer.query({ channelId }).then(
      (offer) => tell({ offer }),
      (error: unknown) => tell({ fault: failureOf(error).message || t("offline") }),
    );
    return () => {
      left = true;
    };
  }, [api, channelId, t]);
  const offer = offered && "offer" in offered ? offered.offer : undefined;
  return (
    <EntryPage
      heading={offer ? t("heading", { name: offer.label }) : t("title")}
      intro={offer ? t(offer.sandbox ? "introSandbox" : "intro") : undefined}
    >
      {offered ? null : <Skeleton className="h-40 w-full" />}
      {offered && "fault" in offered ? <p role="alert">{offered.fault}</p> : null}
      {offer === null ? <p role="status">{t("unavailable")}</p> : null}
      {offer ? <Connect api={api} channelId={channelId} offer={offer} /> : null}
      {/* Not a step within this document: what Meta brought stays behind. */}
      <a href={`/settings/channels/${channelId}`} className="justify-self-start text-accent text-sm">
        {t("back")}
      </a>
    </EntryPage>
  );
}

function Connect({ api, channelId, offer }: { api: Api; channelId: string; offer: SignUpOffer }) {
  const { state, start, choose, anew } = useSignUp(api, channelId, offer);
  if (state.at !== "answered") return <Start offer={offer} state={state} onStart={(choice) => void start(choice)} />;
  const { outcome } = state;
  return (
    <SignUpOutcome name={offer.label} outcome={outcome} onChoose={(id) => void choose(outcome, id)} onAgain={anew} />
  );
}

type StartProps = {
  offer: SignUpOffer;
  state: SignUpState;
  onStart: (choice: { kind: NumberKind; pin: string }) => void;
};

const kinds = ["number", "phoneApp"] as const;
const busy = new Set<SignUpState["at"]>(["loading", "waiting", "finishing"]);

function Start({ offer, state, onStart }: StartProps) {
  const t = useTranslations("signup");
  const [kind, setKind] = useState<NumberKind>("number");
  const [pin, setPin] = useState("");
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        onStart({ kind, pin: kind === "number" ? pin.trim() : "" });
      }}
    >
      <Field label={t("kinds.label")}>
        <RadioGroup
          cards
          value={kind}
          onValueChange={setKind}
          options={kinds.map((value) => ({ value, label: t(`kinds.${value}`), hint: t(`kinds.${value}Hint`) }))}
        />
      </Field>
      {kind === "number" ? (
        <Field label={t("pin")} hint={t("pinHint")} optional>
          <Input
            inputMode="numeric"
            autoComplete="off"
            maxLength={6}
            value={pin}
            onChange={(event) => setPin(event.target.value.replaceAll(/\D/g, ""))}
          />
        </Field>
      ) : null}
      <Button type="submit" variant="primary" loading={busy.has(state.at)}>
        {t(offer.sandbox ? "openSandbox" : "open")}
      </Button>
      <Progress state={state} />
    </form>
  );
}

const faults = new Set<SignUpState["at"]>(["unloaded", "failed", "refused", "blocked"]);

function Progress({ state }: { state: SignUpState }) {
  const t = useTranslations("signup");
  const words = (): string => {
    if (state.at === "failed") return state.reason ? t("failed", { reason: state.reason }) : t("failedPlain");
    if (state.at === "refused") return state.message || t("offline");
    if (state.at === "start" || state.at === "answered") return "";
    return t(state.at);
  };
  const fault = faults.has(state.at);
  return (
    <>
      <p role="status" className="text-pretty text-sm text-text-muted empty:hidden">
        {fault ? "" : words()}
      </p>
      <p role="alert" className="wrap-anywhere text-danger text-sm empty:hidden">
        {fault ? words() : ""}
      </p>
    </>
  );
}
