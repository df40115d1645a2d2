"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { failureOf, useTRPC } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { Badge, type BadgeTone } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { useToast } from "#components/ui/toast.tsx";

const tones: Partial<Record<string, BadgeTone>> = { APPROVED: "success", REJECTED: "danger", DISABLED: "danger" };
const decisions = ["APPROVED", "REJECTED", "PAUSED"] as const;

/** Plays the platform's reviewer. */
export function TemplatesPanel({ channelId }: { channelId: string }) {
  const t = useTranslations("simulator.templates");
  const tAll = useTranslations("simulator");
  const trpc = useTRPC();
  const toast = useToast();
  const { cache } = useLive();
  const list = useQuery({ ...trpc.simulator.templates.queryOptions({ channelId }), refetchInterval: 3000 });
  const decide = useMutation(
    trpc.simulator.decideTemplate.mutationOptions({
      onSettled: () => cache.refresh(cache.of("simulator.templates")),
      onError: (error) => toast.error(tAll("failed"), { description: failureOf(error).message || tAll("failedHint") }),
    }),
  );
  if (!list.data) {
    return list.isError ? (
      <ErrorState onRetry={() => void list.refetch()} retrying={list.isFetching} />
    ) : (
      <Skeleton className="h-40 rounded-lg" />
    );
  }
  if (list.data.templates.length === 0) return <p className="text-sm text-text-muted">{t("none")}</p>;
  return (
    <ul className="grid gap-2">
      {list.data.templates.map(({ id, name, language, status, text }) => (
        <li key={id} className="grid gap-1.5 rounded-lg border border-border p-3">
          <div className="flex items-center gap-2">
            <span className="min-w-0 flex-1 truncate font-medium text-sm">
              {name} <span className="font-normal text-text-muted">{language}</span>
            </span>
            <Badge tone={tones[status] ?? "neutral"}>{status}</Badge>
          </div>
          <p dir="auto" className="line-clamp-2 text-text-muted text-xs">
            {text}
          </p>
          <div className="flex flex-wrap gap-1.5">
            {decisions
              .filter((one) => one !== status)
              .map((one) => (
                <Button
                  key={one}
                  size="sm"
                  aria-label={t(`named.${one}`, { name })}
                  onClick={() => decide.mutate({ channelId, templateId: id, status: one })}
                >
                  {t(`decide.${one}`)}
                </Button>
              ))}
          </div>
        </li>
      ))}
    </ul>
  );
}
