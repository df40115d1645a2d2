"use client";

import { useQuery } from "@tanstack/react-query";
import { MessagesSquare } from "lucide-react";
import { useTranslations } from "next-intl";
import { SettingsPage } from "#components/companies/settings-parts.tsx";
import { useMay } from "#components/frame/profile.tsx";
import { failureOf, useTRPC } from "#components/live/api.ts";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { ChannelLook } from "#server/channels/schema.ts";
import { ChannelForm } from "./channel-form.tsx";
import { ConnectionSection } from "./connection-section.tsx";
import { DeleteChannel } from "./delete-channel.tsx";
import { HistorySection } from "./history-section.tsx";
import { IdentitySection } from "./identity-section.tsx";
import { InstallSection } from "./install-section.tsx";

const connectable = new Set(["WHATSAPP_API", "FACEBOOK", "INSTAGRAM"]);

/** One channel: what it is called, how it looks, where it may stand, how it gets onto a page. */
export function ChannelSettings({ channelId }: { channelId: string }) {
  const t = useTranslations("channels");
  const trpc = useTRPC();
  const look = useQuery(trpc.channels.look.queryOptions({ channelId }, { enabled: useMay("websites_read") }));
  const gone = look.isError && failureOf(look.error).code === "not_found";
  return (
    <SettingsPage
      title={look.data?.channel.label ?? t("title")}
      back={{ href: "/settings/channels", label: t("form.back") }}
      permissions={["websites_read"]}
    >
      {gone ? <EmptyState icon={<MessagesSquare />} title={t("form.gone")} description={t("form.goneHint")} /> : null}
      {look.isError && !look.data && !gone ? (
        <ErrorState onRetry={() => void look.refetch()} retrying={look.isFetching} />
      ) : null}
      {look.isPending ? <Skeleton className="mx-5 mt-4 h-64 rounded-lg phone:mx-4" /> : null}
      {look.data ? <Sections look={look.data} /> : null}
    </SettingsPage>
  );
}

function Sections({ look }: { look: ChannelLook }) {
  const mayWrite = useMay("websites_write");
  const isWeb = look.channel.type === "WEBSITE";
  return (
    <>
      <ChannelForm key={look.channel.id} look={look} />
      {connectable.has(look.channel.type) ? <ConnectionSection channel={look.channel} /> : null}
      {look.channel.type === "WHATSAPP_API" ? <HistorySection channel={look.channel} /> : null}
      {isWeb ? <InstallSection channel={look.channel} /> : null}
      {isWeb && mayWrite ? <IdentitySection channel={look.channel} /> : null}
      {mayWrite ? <DeleteChannel channel={look.channel} /> : null}
    </>
  );
}
