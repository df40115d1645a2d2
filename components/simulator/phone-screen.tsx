"use client";

import { useQuery } from "@tanstack/react-query";
import { CalendarClock, CheckCheck, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useMemo, useRef, useState } from "react";
import { failureOf, useTRPC } from "#components/live/api.ts";
import { Avatar } from "#components/ui/avatar.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { fillText } from "#server/templates/rules.ts";
import { phoneShown } from "./phone-body.ts";
import { type LineAction, PhoneBubble, type PhoneLine } from "./phone-bubble.tsx";
import { type Aim, PhoneInput } from "./phone-input.tsx";
import { type Phone, type PhoneCustomer, usePhone } from "./use-phone.ts";

type PhoneScreenProps = {
  account: { channelId: string; label: string; type: string };
  customer: PhoneCustomer;
};

/** The customer's phone: what they see of the business, and all they can do. */
export function PhoneScreen({ account, customer }: PhoneScreenProps) {
  const t = useTranslations("simulator.phone");
  const phone = usePhone(account.channelId, customer);
  const lines = usePhoneLines(account, phone);
  const [aim, setAim] = useState<Aim>();
  const [clearing, setClearing] = useState(false);
  const who = customer.name || customer.peer;
  const act = (line: PhoneLine, action: LineAction) => {
    const { id: target, shown, templateText } = line;
    if (action === "quote" || action === "edit")
      return setAim({ kind: action, target, text: templateText || shown.text });
    if (action === "delete") return phone.send({ type: "delete", target });
    phone.send({ type: "reaction", target, text: action === "like" ? "👍" : action === "love" ? "❤️" : "" });
  };
  return (
    <section
      aria-label={t("label", { name: who })}
      className="flex h-180 max-h-full min-h-96 w-96 max-w-full flex-col overflow-hidden rounded-[28px] border-6 border-text/80 bg-background shadow-float phone:h-full phone:w-full phone:rounded-none phone:border-0 phone:shadow-none"
    >
      <header className="flex items-center gap-2 border-border border-b bg-surface px-3 py-2">
        <Avatar id={account.channelId} name={account.label} size="md" decorative />
        <div className="grid min-w-0 flex-1">
          <h2 className="truncate font-semibold text-sm">{account.label}</h2>
          <p role="status" className="truncate text-text-muted text-xs">
            {phone.thread.data?.typing ? t("typing") : t("as", { name: who })}
          </p>
        </div>
        <IconButton label={t("read")} size="sm" onClick={phone.read}>
          <CheckCheck aria-hidden />
        </IconButton>
        <IconButton label={t("elapse")} size="sm" onClick={phone.elapse}>
          <CalendarClock aria-hidden />
        </IconButton>
        <IconButton label={t("clear")} size="sm" onClick={() => setClearing(true)}>
          <Trash2 aria-hidden />
        </IconButton>
      </header>
      <Lines phone={phone} lines={lines} onAction={act} />
      <PhoneInput phone={phone} aim={aim} onAim={setAim} pages={account.type !== "WHATSAPP_API"} />
      <ConfirmDialog
        danger
        open={clearing}
        onOpenChange={setClearing}
        title={t("clearTitle")}
        description={t("clearText")}
        confirmLabel={t("clear")}
        onConfirm={phone.clear}
      />
    </section>
  );
}

/* What templates say is known to the platform only; sends carry their name and what fills them. */
function usePhoneLines(account: PhoneScreenProps["account"], { thread }: Phone): readonly PhoneLine[] {
  const trpc = useTRPC();
  const { channelId, type } = account;
  const templates = useQuery(
    trpc.simulator.templates.queryOptions({ channelId }, { enabled: type === "WHATSAPP_API" }),
  );
  const known = templates.data?.templates;
  const messages = thread.data?.messages;
  return useMemo(
    () =>
      (messages ?? []).map((message) => {
        const shown = phoneShown(message.body);
        const sent = shown.template;
        const template = known?.find((one) => one.name === sent?.name && one.language === sent.language);
        const names = [...(template?.text.matchAll(/\{\{\s*(\w+)\s*\}\}/g) ?? [])].map((match) => match[1] ?? "");
        const values = Object.fromEntries(
          [...new Set(names)].flatMap((name, index) =>
            sent?.parameters[index] ? [[name, sent.parameters[index]]] : [],
          ),
        );
        const options = sent
          ? (template?.replies ?? []).map((title) => ({ title, payload: title, hint: "" }))
          : shown.options;
        return {
          ...message,
          shown: { ...shown, options },
          templateText: template ? fillText(template.text, values) : "",
        };
      }),
    [messages, known],
  );
}

type LinesProps = {
  phone: Phone;
  lines: readonly PhoneLine[];
  onAction: (line: PhoneLine, action: LineAction) => void;
};

function Lines({ phone, lines, onAction }: LinesProps) {
  const t = useTranslations("simulator.phone");
  const { thread } = phone;
  const scroller = useRef<HTMLDivElement>(null);
  const latest = lines.at(-1)?.id;
  useEffect(() => {
    if (latest) scroller.current?.scrollTo({ top: scroller.current.scrollHeight });
  }, [latest]);
  const textOf = (id: string) => {
    const line = lines.find((one) => one.id === id);
    return line ? line.templateText || line.shown.text || t(`kinds.${line.shown.kind}`) : "";
  };
  return (
    <div
      ref={scroller}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      role="log"
      aria-label={t("messages")}
      className="min-h-0 flex-1 overflow-y-auto p-3"
    >
      {thread.isPending ? <Skeleton className="h-24 rounded-lg" /> : null}
      {thread.isError && !thread.data ? (
        <ErrorState
          description={failureOf(thread.error).message || undefined}
          onRetry={() => void thread.refetch()}
          retrying={thread.isFetching}
        />
      ) : null}
      {thread.data && lines.length === 0 ? (
        <p className="py-10 text-center text-sm text-text-muted">{t("empty")}</p>
      ) : null}
      <ul className="grid gap-1.5">
        {lines.map((line) => (
          <PhoneBubble
            key={line.id}
            line={line}
            quoted={line.shown.quoted ? textOf(line.shown.quoted) : ""}
            onAction={(action) => onAction(line, action)}
            onTap={({ title, payload }) =>
              phone.send({ type: "button", target: line.id, text: title, choice: payload })
            }
          />
        ))}
      </ul>
    </div>
  );
}
