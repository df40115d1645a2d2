"use client";

import { useQuery } from "@tanstack/react-query";
import { Bot, Lock } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { useMay, useProfile } from "#components/frame/profile.tsx";
import { failureOf, useTRPC } from "#components/live/api.ts";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { SettingsSource } from "./settings-draft.ts";
import { SettingsForm } from "./settings-form.tsx";

/** How a chatbot speaks, when people answer, who gets its visitors, where it serves and how it looks. */
export function ChatbotSettingsPage({ chatbotId }: { chatbotId: string }) {
  const t = useTranslations("chatbot-settings");
  const words = useTranslations("flows.page");
  const trpc = useTRPC();
  const enabled = useMay("websites_read");
  const { timeZone } = useProfile().company;
  const chatbot = useQuery(trpc.chatbots.get.queryOptions({ chatbotId }, { enabled, retry: retries }));
  const settings = useQuery(trpc.chatbots.settings.queryOptions({ chatbotId }, { enabled, retry: retries }));
  const looks = useQuery(trpc.chatbots.appearance.queryOptions({ chatbotId }, { enabled, retry: retries }));
  const channels = useQuery(trpc.channels.list.queryOptions({}, { enabled }));
  const id = chatbot.data?.id;
  const source = useMemo<SettingsSource | undefined>(() => {
    if (!id || !settings.data || !looks.data || !channels.data) return undefined;
    const served = channels.data.filter((channel) => channel.chatbot?.id === id).map((channel) => channel.id);
    return { settings: settings.data, channels: served, appearance: looks.data, timeZone };
  }, [id, settings.data, looks.data, channels.data, timeZone]);
  const failed = [chatbot, settings, looks, channels].find((query) => query.isError && !query.data);
  if (!enabled) return <EmptyState icon={<Lock />} title={words("forbidden")} description={words("forbiddenHint")} />;
  if (failed?.error && failureOf(failed.error).code === "not_found") return <Gone />;
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
      <PageHeader
        title={chatbot.data?.name ?? t("title")}
        back={{ href: "/chatbots", label: words("back") }}
        className="pt-3"
      />
      {failed ? <ErrorState onRetry={() => void failed.refetch()} retrying={failed.isFetching} /> : null}
      {!failed && !source ? (
        <div aria-busy className="grid max-w-220 gap-4 px-5 py-6 phone:px-4">
          <span role="status" className="sr-only">
            {t("loading")}
          </span>
          <Skeleton className="h-40 rounded-lg" />
          <Skeleton className="h-64 rounded-lg" />
        </div>
      ) : null}
      {id && source ? <SettingsForm key={id} chatbotId={id} source={source} channels={channels.data ?? []} /> : null}
    </div>
  );
}

function Gone() {
  const t = useTranslations("flows.page");
  return (
    <EmptyState
      icon={<Bot />}
      title={t("gone")}
      description={t("goneHint")}
      actions={
        <Button asChild>
          <Link href="/chatbots">{t("back")}</Link>
        </Button>
      }
      className="my-auto"
    />
  );
}

function retries(count: number, error: unknown): boolean {
  return failureOf(error).passing && count < 2;
}
