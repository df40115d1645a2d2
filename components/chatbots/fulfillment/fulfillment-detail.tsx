"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { ArrowRight, ChevronLeft, RotateCw } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useMay } from "#components/frame/profile.tsx";
import { JsonView } from "#components/json/json-view.tsx";
import { failureOf, useTRPC } from "#components/live/api.ts";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { FulfillmentCall } from "#server/chatbots/fulfillment/schema.ts";
import { FulfillmentData } from "./fulfillment-data.tsx";
import { FulfillmentNotes } from "./fulfillment-notes.tsx";
import { FulfillmentResponse, FulfillmentTrial } from "./fulfillment-trial.tsx";
import { useDuration, useLogTime, useOutcome } from "./fulfillment-words.ts";

type DetailProps = { chatbotId: string; callId: string; onOpen: (id: string) => void };

/** One call: what came of it first, then what was dropped, what changed, what was sent and what came back. */
export function FulfillmentDetail({ chatbotId, callId, onOpen }: DetailProps) {
  const t = useTranslations("fulfillment");
  const trpc = useTRPC();
  const call = useQuery(trpc.chatbots.fulfillmentCall.queryOptions({ chatbotId, callId }, { staleTime: 60_000 }));
  if (call.data) return <Loaded call={call.data} chatbotId={chatbotId} onOpen={onOpen} />;
  if (call.isPending) return <Skeletons />;
  const gone = failureOf(call.error).code === "not_found";
  return (
    <ErrorState
      title={gone ? t("callGone") : undefined}
      description={gone ? t("callGoneDescription") : failureOf(call.error).message || undefined}
      onRetry={gone ? () => onOpen("") : () => void call.refetch()}
      className="my-auto"
    />
  );
}

type LoadedProps = { call: FulfillmentCall; chatbotId: string; onOpen: (id: string) => void };

function Loaded({ call, chatbotId, onOpen }: LoadedProps) {
  const t = useTranslations("fulfillment");
  const trpc = useTRPC();
  const mayWrite = useMay("websites_write");
  const rerun = useMutation(trpc.chatbots.rerunFulfillment.mutationOptions());
  return (
    <article aria-label={t("call")} className="min-h-0 flex-1 overflow-y-auto">
      <div className="grid gap-5 px-5 py-4 phone:px-4">
        <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <IconButton label={t("close")} className="-ml-2 md:hidden" onClick={() => onOpen("")}>
            <ChevronLeft aria-hidden />
          </IconButton>
          <Headline call={call} />
          {mayWrite ? (
            <Button
              size="sm"
              className="ml-auto"
              icon={<RotateCw aria-hidden />}
              loading={rerun.isPending}
              onClick={() => rerun.mutate({ chatbotId, callId: call.id })}
            >
              {t("rerun.run")}
            </Button>
          ) : null}
        </header>
        {rerun.isError ? (
          <p role="alert" className="text-danger text-sm">
            {failureOf(rerun.error).message || t("rerun.failed")}
          </p>
        ) : null}
        {rerun.data ? (
          <Section title={t("rerun.title")} hint={t("rerun.hint")}>
            <FulfillmentTrial trial={rerun.data} />
          </Section>
        ) : null}
        <Section title={t("effect.title")}>
          <Effect call={call} onOpen={onOpen} />
        </Section>
        <FulfillmentNotes notes={call.notes} />
        <Section title={t("data.title")}>
          <FulfillmentData before={call.before} after={call.after} />
        </Section>
        <Section title={t("exchange")}>
          <JsonView label={t("request")} text={call.request} />
          <FulfillmentResponse text={call.response} bytes={call.responseBytes} />
        </Section>
      </div>
    </article>
  );
}

function Headline({ call }: { call: FulfillmentCall }) {
  const t = useTranslations("fulfillment");
  const { text, tone } = useOutcome()(call);
  const duration = useDuration();
  const { short, exact } = useLogTime()(call.createdAt);
  return (
    <div className="grid min-w-0 gap-1">
      <h2 className="flex min-w-0 flex-wrap items-center gap-2 text-base">
        <Badge tone={tone}>{text}</Badge>
        <span className="tabular text-text-muted text-sm">{duration(call.durationMs)}</span>
        <span className="truncate font-medium">
          {call.source === "node" ? t("ofNode", { name: call.nodeName }) : t("global")}
        </span>
      </h2>
      <p className="flex min-w-0 flex-wrap items-center gap-x-2 text-text-muted text-xs">
        <time dateTime={call.createdAt} title={exact} className="tabular">
          {short}
        </time>
        {call.conversationId ? (
          <Link
            href={`/inbox/${call.conversationId}`}
            className="inline-flex items-center gap-1 text-accent hover:underline"
          >
            {call.visitorName || t("conversation")}
            <ArrowRight aria-hidden className="size-3" />
          </Link>
        ) : null}
      </p>
      <p className="flex min-w-0 items-center gap-1">
        <code className="min-w-0 break-all font-mono text-xs">{call.url}</code>
        <CopyButton text={call.url} label={t("copyUrl")} />
      </p>
    </div>
  );
}

/** A sentence on whether this answer was used, and what the other address answered. */
function Effect({ call, onOpen }: { call: FulfillmentCall; onOpen: (id: string) => void }) {
  const t = useTranslations("fulfillment.effect");
  const muffled = call.notes.some(({ reason }) => reason === "bot_off");
  const late = call.notes.some(({ reason }) => reason === "too_late" || reason === "chatbot_changed");
  const key = !call.won
    ? call.outcome !== "answered"
      ? "none"
      : late
        ? "late"
        : "lost"
    : muffled
      ? "dataOnly"
      : "won";
  const { sibling } = call;
  return (
    <div className="grid gap-2 text-sm">
      <p className="max-w-160 text-pretty">{t(key)}</p>
      {call.error ? <p className="text-danger">{call.error}</p> : null}
      {sibling ? (
        <Button size="sm" className="w-fit" onClick={() => onOpen(sibling.id)}>
          {sibling.source === "node" ? t("openNode", { name: sibling.nodeName }) : t("openGlobal")}
        </Button>
      ) : null}
    </div>
  );
}

function Section({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid min-w-0 gap-2">
      <h3 className="font-medium text-sm">{title}</h3>
      {hint ? <p className="text-text-muted text-xs">{hint}</p> : null}
      {children}
    </section>
  );
}

function Skeletons() {
  return (
    <div aria-busy className="grid gap-4 px-5 py-4">
      <Skeleton className="h-5 w-1/2" />
      <Skeleton className="h-16" />
      <Skeleton className="h-40" />
      <Skeleton className="h-40" />
    </div>
  );
}
