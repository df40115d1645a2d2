import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { CallError, type VisitorApi } from "./client/visitor-api.ts";

type TranscriptProps = { api: VisitorApi; conversationId: string; onClose: () => void };
type State = "loading" | "idle" | "busy" | "sent" | "unreadable" | "invalid" | "limited" | "failed";

/** Why it was not sent, as the visitor is told. */
function stateOf(error: unknown): State {
  const status = error instanceof CallError ? error.status : 0;
  return status === 400 ? "invalid" : status === 429 ? "limited" : "failed";
}

/** Has the conversation mailed to the visitor. Escape closes it, not the chat. */
export function Transcript({ api, conversationId, onClose }: TranscriptProps) {
  const t = useTranslations("widget.transcript");
  const [state, setState] = useState<State>("loading");
  const [known, setKnown] = useState("");
  const [email, setEmail] = useState("");
  const id = useId();
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    let current = true;
    panel.current?.focus();
    api.transcriptAddress(conversationId).then(
      ({ sendsMail, to }) => {
        if (!current) return;
        setKnown(to);
        setState(sendsMail ? "idle" : "unreadable");
      },
      () => current && setState("unreadable"),
    );
    return () => {
      current = false;
    };
  }, [api, conversationId]);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (state === "busy") return;
    setState("busy");
    try {
      const { outcome, to } = await api.askTranscript(conversationId, known ? {} : { email: email.trim() });
      setKnown(to);
      setState(outcome === "queued" ? "sent" : "failed");
    } catch (error) {
      setState(stateOf(error));
    }
  };
  const asks = state !== "loading" && state !== "unreadable" && state !== "sent";
  const fault = state === "unreadable" ? t("failed") : state === "busy" || state === "idle" ? "" : asks ? t(state) : "";
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-labelledby={`${id}-title`}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.nativeEvent.isComposing) return;
        event.stopPropagation();
        onClose();
      }}
      className="shrink-0 border-border border-b bg-surface-raised py-2 pr-1.5 pl-4 outline-none"
    >
      <div className="flex items-center gap-2">
        <h2 id={`${id}-title`} className="flex-1 font-medium text-sm">
          {t("title")}
        </h2>
        <button
          type="button"
          aria-label={t("close")}
          title={t("close")}
          onClick={onClose}
          className="grid size-11 shrink-0 place-items-center rounded-md text-text-muted hover:bg-text/6"
        >
          <X aria-hidden className="size-4.5" />
        </button>
      </div>
      {asks ? (
        <form noValidate onSubmit={(event) => void send(event)} className="grid gap-2 pr-2.5">
          {known ? (
            <p className="break-words text-sm text-text-muted">{t("known", { to: known })}</p>
          ) : (
            <>
              <label htmlFor={id} className="text-sm text-text-muted">
                {t("email")}
              </label>
              <input
                id={id}
                type="email"
                autoComplete="email"
                maxLength={254}
                value={email}
                aria-invalid={state === "invalid" || undefined}
                aria-describedby={fault ? `${id}-fault` : undefined}
                onChange={(event) => {
                  setEmail(event.target.value);
                  if (state !== "busy") setState("idle");
                }}
                className="min-h-11 min-w-0 rounded-md border border-border-strong bg-surface px-3 text-base aria-invalid:border-danger"
              />
            </>
          )}
          <button
            type="submit"
            disabled={!known && email.trim() === ""}
            aria-disabled={state === "busy" || undefined}
            className="min-h-11 justify-self-end rounded-md bg-accent px-4 font-medium text-accent-text text-sm disabled:opacity-50 aria-disabled:opacity-50"
          >
            {t(state === "busy" ? "sending" : "send")}
          </button>
        </form>
      ) : null}
      <p role="status" className="break-words pr-2.5 text-sm empty:hidden">
        {state === "sent" ? t("sent", { to: known }) : state === "loading" ? t("loading") : null}
        {fault ? (
          <span id={`${id}-fault`} className="text-danger">
            {fault}
          </span>
        ) : null}
      </p>
    </section>
  );
}
