"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { Smartphone } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useRefusals } from "#components/companies/refusals.ts";
import { SettingsSection } from "#components/companies/settings-parts.tsx";
import { useMay } from "#components/frame/profile.tsx";
import { failureOf, useTRPC } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { ChannelSite } from "#server/channels/schema.ts";
import { ChannelHealth } from "./channel-health.tsx";
import { type CheckStep, CheckSteps } from "./check-steps.tsx";
import { CredentialsForm } from "./credentials-form.tsx";
import { isLogin } from "./remedies.ts";
import { SignUpLink } from "./sign-up-link.tsx";
import { takenIn } from "./taken.ts";
import { VerifyNumber } from "./verify-number.tsx";

/** How a channel stands with its platform, and the way to connect, check and disconnect it. */
export function ConnectionSection({ channel }: { channel: ChannelSite }) {
  const t = useTranslations("channels.connection");
  const told = useTranslations("channels.credentials");
  const trpc = useTRPC();
  const { cache } = useLive();
  const refusals = useRefusals();
  const mayWrite = useMay("websites_write");
  const channelId = channel.id;
  const connection = useQuery(trpc.channels.connection.queryOptions({ channelId }));
  const [steps, setSteps] = useState<readonly CheckStep[]>();
  const [asking, setAsking] = useState(false);
  const settled = () => cache.refresh(cache.of("channels"));
  const check = useMutation(
    trpc.channels.checkConnection.mutationOptions({
      onSuccess: (answer) => setSteps(answer.steps),
      onSettled: settled,
    }),
  );
  const disconnect = useMutation(trpc.channels.disconnect.mutationOptions({ onSettled: settled }));
  const { data } = connection;
  if (!data) {
    return (
      <SettingsSection title={t("title")} description={t("hint")}>
        {connection.isError ? (
          <ErrorState onRetry={() => void connection.refetch()} retrying={connection.isFetching} />
        ) : (
          <Skeleton className="h-32 rounded-lg" />
        )}
      </SettingsSection>
    );
  }
  const { connected, disconnectionRequested, sandbox } = data.channel;
  const stuck = steps ? steps.some(({ step, ok }) => step === "number" && !ok) : !connected;
  const unproven =
    channel.type === "WHATSAPP_API" && data.hasCredentials && stuck && data.health.verification !== "VERIFIED";
  const tries = data.hasCredentials || sandbox;
  return (
    <SettingsSection title={t("title")} description={t("hint")}>
      <div className="flex flex-wrap items-center gap-2">
        {disconnectionRequested ? (
          <Badge tone="warning">{t("disconnecting")}</Badge>
        ) : (
          <Badge tone={connected ? "success" : "neutral"}>{connected ? t("connected") : t("notConnected")}</Badge>
        )}
        {sandbox ? <Badge>{t("sandbox")}</Badge> : null}
        {channel.whatsappForm ? <Badge>{t("formOpen")}</Badge> : null}
      </div>
      {disconnectionRequested ? <p className="text-sm text-text-muted">{t("draining")}</p> : null}
      <ChannelHealth health={data.health} lastInboundAt={data.lastInboundAt} />
      {sandbox ? (
        <Link href={`/simulator?channel=${channelId}`} className="inline-flex items-center gap-1.5 text-accent text-sm">
          <Smartphone aria-hidden className="size-4" />
          {t("phone")}
        </Link>
      ) : (
        <Address label={t("callbackUrl")} hint={t("callbackHint")} value={data.callbackUrl} />
      )}
      {mayWrite && channel.type === "WHATSAPP_API" ? <SignUpLink channelId={channelId} connected={connected} /> : null}
      {mayWrite && !sandbox ? (
        <CredentialsForm
          channel={data.channel}
          known={data.hasCredentials}
          login={isLogin(data)}
          onChecked={setSteps}
        />
      ) : null}
      <div role="status" className="empty:-mt-5">
        {steps ? <CheckSteps steps={steps} /> : null}
      </div>
      {mayWrite && unproven ? (
        <VerifyNumber channelId={channelId} sandbox={sandbox} onChecked={setSteps} onSettled={settled} />
      ) : null}
      {check.error ? (
        <p role="alert" className="text-danger text-sm">
          {takenIn(check.error) ? told("taken") : failureOf(check.error).message || t("checkFailed")}
        </p>
      ) : null}
      {mayWrite ? (
        <div className="flex flex-wrap gap-2">
          {tries ? (
            <Button loading={check.isPending} onClick={() => check.mutate({ channelId })}>
              {connected ? t("check") : t("reconnect")}
            </Button>
          ) : null}
          {connected && !disconnectionRequested ? (
            <Button variant="danger-ghost" onClick={() => setAsking(true)}>
              {t("disconnect")}
            </Button>
          ) : null}
        </div>
      ) : null}
      <ConfirmDialog
        danger
        open={asking}
        onOpenChange={setAsking}
        title={t("disconnectTitle", { name: channel.label })}
        description={t("disconnectText")}
        confirmLabel={t("disconnect")}
        onConfirm={() => disconnect.mutateAsync({ channelId })}
        errorText={refusals.sentence}
      />
    </SettingsSection>
  );
}

function Address({ label, hint, value }: { label: string; hint: string; value: string }) {
  return (
    <div className="grid gap-1">
      <p className="font-medium text-sm">{label}</p>
      <p className="flex min-w-0 items-center gap-1 rounded-md border border-border bg-background px-2.5 py-1">
        <code className="min-w-0 flex-1 truncate font-mono text-xs">{value}</code>
        <CopyButton text={value} />
      </p>
      <p className="text-text-muted text-xs">{hint}</p>
    </div>
  );
}
