"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import { JsonView } from "#components/json/json-view.tsx";
import { failureOf, useTRPC } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { momentWithSeconds } from "#components/time/moments.ts";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { Sheet } from "#components/ui/sheet.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { useToast } from "#components/ui/toast.tsx";
import { statusTones } from "./inbound-settings.tsx";
import { useKindWords } from "./kind-words.ts";

/** One payload as it came, with the way to process it again. */
export function PayloadSheet({ edited, onClose }: { edited: string | undefined; onClose: () => void }) {
  const t = useTranslations("inbound");
  return (
    <Sheet
      open={edited !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={t("detail.title")}
      className="max-w-180"
    >
      {edited ? <Payload payloadId={edited} /> : null}
    </Sheet>
  );
}

function Payload({ payloadId }: { payloadId: string }) {
  const t = useTranslations("inbound");
  const format = useFormatter();
  const trpc = useTRPC();
  const toast = useToast();
  const { cache } = useLive();
  const payload = useQuery({
    ...trpc.channels.inboundPayload.queryOptions({ payloadId }),
    refetchInterval: (query) => (query.state.data?.status === "received" ? 1000 : false),
  });
  const again = useMutation(
    trpc.channels.reprocess.mutationOptions({
      onSuccess: () => toast.success(t("detail.queued")),
      onError: (error) => toast.error(t("detail.failed"), { description: failureOf(error).message }),
      onSettled: () => cache.refresh(cache.of("channels")),
    }),
  );
  const words = useKindWords();
  const { data } = payload;
  if (!data) {
    return payload.isError ? (
      <ErrorState
        description={failureOf(payload.error).message || undefined}
        onRetry={() => void payload.refetch()}
        retrying={payload.isFetching}
      />
    ) : (
      <Skeleton className="m-4 h-64 rounded-lg" />
    );
  }
  const time = (at: string) => format.dateTime(new Date(at), momentWithSeconds);
  return (
    <div className="grid min-h-0 content-start gap-4 overflow-y-auto p-4">
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 text-sm">
        <dt className="text-text-muted">{t("columns.status")}</dt>
        <dd>
          <Badge tone={statusTones[data.status]}>{t(`statuses.${data.status}`)}</Badge>
        </dd>
        {data.error ? (
          <>
            <dt className="text-text-muted">{t("detail.error")}</dt>
            <dd className="wrap-anywhere">{data.error}</dd>
          </>
        ) : null}
        <dt className="text-text-muted">{t("columns.kinds")}</dt>
        <dd>{words(data.kinds)}</dd>
        <dt className="text-text-muted">{t("detail.signature")}</dt>
        <dd>{data.signatureOk ? t("detail.signed") : t("detail.unsigned")}</dd>
        <dt className="text-text-muted">{t("detail.received")}</dt>
        <dd>{time(data.receivedAt)}</dd>
        {data.processedAt ? (
          <>
            <dt className="text-text-muted">{t("detail.processed")}</dt>
            <dd>{time(data.processedAt)}</dd>
          </>
        ) : null}
        <dt className="text-text-muted">{t("detail.attempts")}</dt>
        <dd className="tabular">{data.attempts}</dd>
      </dl>
      {data.status === "rejected" ? (
        <p className="text-sm text-text-muted">{t("detail.neverAgain")}</p>
      ) : (
        <Button
          size="sm"
          className="justify-self-start"
          loading={again.isPending}
          disabled={data.status === "received"}
          onClick={() => again.mutate({ payloadId })}
        >
          {t("detail.reprocess")}
        </Button>
      )}
      <JsonView label={t("detail.body")} text={data.body} />
      <JsonView label={t("detail.headers")} text={JSON.stringify(data.headers)} />
    </div>
  );
}
