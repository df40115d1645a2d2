"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { failureOf, useTRPC } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { ChannelIcon } from "#components/ui/channel-icon.tsx";
import { useToast } from "#components/ui/toast.tsx";
import { Tooltip } from "#components/ui/tooltip.tsx";

type ContactReachProps = { contactId: string; writes: boolean };

/** What a contact is called at the platforms, and whether they want messages in bulk. */
export function ContactReach({ contactId, writes }: ContactReachProps) {
  const t = useTranslations("conversations.details.reach");
  const tFailed = useTranslations("conversations.failed");
  const trpc = useTRPC();
  const toast = useToast();
  const format = useFormatter();
  const { cache } = useLive();
  const { data } = useQuery(trpc.contacts.reach.queryOptions({ contactId }));
  const wish = useMutation(
    trpc.contacts.setOptOut.mutationOptions({
      onSettled: () => cache.refresh(cache.of("contacts.reach")),
      onError: (error) => toast.error(tFailed("title"), { description: failureOf(error).message || tFailed("change") }),
    }),
  );
  if (!data) return null;
  const { optedOutAt } = data;
  const named = data.accounts.filter(({ username }) => username !== "");
  const lost = data.accounts.filter(({ unreachable }) => unreachable);
  const out = optedOutAt !== null;
  return (
    <>
      {named.map(({ channelId, username, type, label }) => (
        <Line key={`${channelId} ${username}`} label={t("username")}>
          <bdi className="truncate">@{username}</bdi>
          <ChannelIcon channel={type} />
          <span className="sr-only">{label}</span>
        </Line>
      ))}
      {lost.map(({ channelId, unreachable, label }) => (
        <Line key={`${channelId} unreachable`} label={t("unreachable")}>
          <span className="text-danger text-xs">
            {label}: {unreachable}
          </span>
        </Line>
      ))}
      <Line label={t("bulk")}>
        {out ? (
          <Tooltip content={t("since", { date: format.dateTime(new Date(optedOutAt), { dateStyle: "medium" }) })}>
            <span>
              <Badge tone="warning">{t("optedOut")}</Badge>
            </span>
          </Tooltip>
        ) : (
          <span className="text-text-muted">{t("allowed")}</span>
        )}
        {writes ? (
          <Button
            variant="ghost"
            size="sm"
            className="-ml-2"
            loading={wish.isPending}
            onClick={() => wish.mutate({ contactId, optedOut: !out })}
          >
            {out ? t("allow") : t("optOut")}
          </Button>
        ) : null}
      </Line>
    </>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[5.5rem_1fr] items-center gap-x-2 text-sm">
      <dt className="truncate py-1 text-text-muted text-xs leading-5">{label}</dt>
      <dd className="flex min-w-0 flex-wrap items-center gap-x-2 ps-1.5">{children}</dd>
    </div>
  );
}
