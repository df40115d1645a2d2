"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useRefusals } from "#components/companies/refusals.ts";
import { SettingsSection } from "#components/companies/settings-parts.tsx";
import { Field } from "#components/forms/field.tsx";
import { Switch } from "#components/forms/switch.tsx";
import { useMay } from "#components/frame/profile.tsx";
import { useTRPC } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { RelativeTime } from "#components/time/relative-time.tsx";
import { Badge, type BadgeTone } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { ChannelSite } from "#server/channels/schema.ts";

type State = "waiting" | "reading" | "done" | "declined" | "failed";
type Import = {
  state: State;
  progress: number | null;
  messages: number;
  contacts: number;
  waiting: number;
  failed: number;
  error: string;
  heardAt: string | null;
  finishedAt: string | null;
};

const tones: Record<State, BadgeTone> = {
  waiting: "neutral",
  reading: "neutral",
  done: "success",
  declined: "warning",
  failed: "danger",
};

/** What a number's phone app brings along from before: asked for once, and how far it has come. */
export function HistorySection({ channel }: { channel: ChannelSite }) {
  const t = useTranslations("channels.history");
  const trpc = useTRPC();
  const mayWrite = useMay("websites_write");
  const channelId = channel.id;
  const job = useQuery(trpc.channels.import.queryOptions({ channelId }));
  return (
    <SettingsSection title={t("title")} description={t("hint")}>
      {job.isPending ? <Skeleton className="h-16 rounded-lg" /> : null}
      {job.isError && job.data === undefined ? (
        <ErrorState onRetry={() => void job.refetch()} retrying={job.isFetching} />
      ) : null}
      {job.data ? <Progress job={job.data} /> : null}
      {job.data && job.data.failed > 0 && mayWrite ? <Retry channelId={channelId} /> : null}
      {job.data === null ? <Ask channel={channel} mayWrite={mayWrite} /> : null}
      {mayWrite ? <Webhooks channel={channel} /> : null}
    </SettingsSection>
  );
}

function Progress({ job }: { job: Import }) {
  const t = useTranslations("channels.history");
  const { state, progress, messages, contacts, waiting, failed, error, heardAt, finishedAt } = job;
  const moving = state === "reading" && progress !== null;
  const at = state === "done" ? finishedAt : heardAt;
  return (
    <div className="grid gap-2 text-sm">
      <div role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={tones[state]}>{moving ? t("states.readingAt", { progress }) : t(`states.${state}`)}</Badge>
        {messages + contacts > 0 || state === "done" ? <span>{t("counts", { messages, contacts })}</span> : null}
      </div>
      {moving ? (
        <div
          role="progressbar"
          aria-label={t("progressLabel")}
          aria-valuenow={progress}
          aria-valuemin={0}
          aria-valuemax={100}
          className="h-1.5 overflow-hidden rounded-full bg-text/10"
        >
          <div className="h-full rounded-full bg-accent" style={{ width: `${progress}%` }} />
        </div>
      ) : null}
      {state === "waiting" ? <p className="text-text-muted">{t("waitingText")}</p> : null}
      {state === "declined" ? <p>{t("declinedText")}</p> : null}
      {state === "failed" ? (
        <p role="alert" className="wrap-anywhere text-danger">
          {failed > 0 ? t("failedText", { count: failed, reason: error }) : t("refusedText", { reason: error })}
        </p>
      ) : null}
      {waiting > 0 ? <p className="text-text-muted">{t("more", { count: waiting })}</p> : null}
      {at ? (
        <p className="text-text-muted text-xs">
          {t(state === "done" ? "finished" : "heard")} <RelativeTime value={at} />
        </p>
      ) : null}
    </div>
  );
}

function Retry({ channelId }: { channelId: string }) {
  const t = useTranslations("channels.history");
  const trpc = useTRPC();
  const { cache } = useLive();
  const refusals = useRefusals();
  const retry = useMutation(
    trpc.channels.retryImport.mutationOptions({ onSettled: () => cache.refresh(cache.of("channels.import")) }),
  );
  return (
    <div className="grid justify-items-start gap-2">
      <Button loading={retry.isPending} onClick={() => retry.mutate({ channelId })}>
        {t("retry")}
      </Button>
      {retry.error ? <Refusal text={refusals.sentence(retry.error)} /> : null}
    </div>
  );
}

/** The platform takes the question once, soon after the number was connected. */
function Ask({ channel, mayWrite }: { channel: ChannelSite; mayWrite: boolean }) {
  const t = useTranslations("channels.history");
  const trpc = useTRPC();
  const { cache } = useLive();
  const refusals = useRefusals();
  const ask = useMutation(
    trpc.channels.requestHistory.mutationOptions({ onSettled: () => cache.refresh(cache.of("channels.import")) }),
  );
  const refusal = ask.error ? refusals.sentence(ask.error) : ask.data?.refusal;
  return (
    <div className="grid justify-items-start gap-2 text-sm">
      <p className="text-text-muted">{t("none")}</p>
      {mayWrite && channel.connected && !channel.sandbox ? (
        <Button loading={ask.isPending} onClick={() => ask.mutate({ channelId: channel.id })}>
          {t("ask")}
        </Button>
      ) : null}
      {refusal ? <Refusal text={ask.error ? refusal : t("refusedText", { reason: refusal })} /> : null}
    </div>
  );
}

function Webhooks({ channel }: { channel: ChannelSite }) {
  const t = useTranslations("channels.history");
  const trpc = useTRPC();
  const { cache } = useLive();
  const refusals = useRefusals();
  const save = useMutation(
    trpc.channels.update.mutationOptions({ onSettled: () => cache.refresh(cache.of("channels")) }),
  );
  const asked = save.isPending ? save.variables?.settings?.historyWebhooks : undefined;
  const change = (historyWebhooks: boolean) => save.mutate({ channelId: channel.id, settings: { historyWebhooks } });
  return (
    <>
      <Field inline label={t("webhooks")} hint={t("webhooksHint")}>
        <Switch checked={asked ?? channel.settings.historyWebhooks === true} onCheckedChange={change} />
      </Field>
      {save.error ? <Refusal text={refusals.sentence(save.error)} /> : null}
    </>
  );
}

function Refusal({ text }: { text: string }) {
  return (
    <p role="alert" className="wrap-anywhere text-danger text-sm">
      {text}
    </p>
  );
}
