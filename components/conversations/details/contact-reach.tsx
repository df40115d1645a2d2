"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { failureOf, useTRPC } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { ChannelIcon } from "#components/ui/channel-icon.tsx";
import { cn } from "#components/ui/class-names.ts";
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
  const { data, isPending } = useQuery(trpc.contacts.reach.queryOptions({ contactId }));
  const wish = useMutation(
    trpc.contacts.setOptOut.mutationOptions({
      onSettled: () => cache.refresh(cache.of("contacts.reach")),
      onError: (error) => toast.error(tFailed("title"), { description: failureOf(error).message || tFailed("change") }),
    }),
  );
  // Its room is there before it is known: what stands below stays in its place.
  if (isPending) return <Wish className="invisible" words={t("allowed")} deed={writes ? t("optOut") : undefined} />;
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
      <Wish
        words={
          out ? (
            <Tooltip content={t("since", { date: format.dateTime(new Date(optedOutAt), { dateStyle: "medium" }) })}>
              <span>
                <Badge tone="warning">{t("optedOut")}</Badge>
              </span>
            </Tooltip>
          ) : (
            t("allowed")
          )
        }
        deed={writes ? t(out ? "allow" : "optOut") : undefined}
        loading={wish.isPending}
        onDeed={() => wish.mutate({ contactId, optedOut: !out })}
      />
    </>
  );
}

type WishProps = {
  words: ReactNode;
  /** What would change it; absent for who only reads. */
  deed: string | undefined;
  loading?: boolean;
  onDeed?: () => void;
  className?: string;
};

/** Whether they want messages in bulk. */
function Wish({ words, deed, loading = false, onDeed, className }: WishProps) {
  const t = useTranslations("conversations.details.reach");
  return (
    <Line label={t("bulk")}>
      <span className={cn("text-text-muted", className)}>{words}</span>
      {deed ? (
        <Button variant="ghost" size="sm" className={cn("-ml-2", className)} loading={loading} onClick={onDeed}>
          {deed}
        </Button>
      ) : null}
    </Line>
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
