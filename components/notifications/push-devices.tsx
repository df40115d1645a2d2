"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { BellRing, MonitorSmartphone, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { useTRPC } from "#components/live/api.ts";
import { RelativeTime } from "#components/time/relative-time.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { useToast } from "#components/ui/toast.tsx";
import type { PushDevice } from "#server/notifications/push/schema.ts";
import { type PushAbility, pushAbility, subscribe, unsubscribe } from "./push-client.ts";

/** The browsers that show one's notifications while no page is open, and this one. */
export function PushDevices() {
  const t = useTranslations("notifications.devices");
  const trpc = useTRPC();
  const { data, isError, refetch, isFetching } = useQuery(trpc.notifications.devices.queryOptions({}));
  const [ability, setAbility] = useState<PushAbility>();
  useEffect(() => setAbility(pushAbility()), []);
  if (isError && !data) {
    return <ErrorState title={t("loadFailed")} onRetry={() => void refetch()} retrying={isFetching} className="py-4" />;
  }
  if (!data || !ability) return <Skeleton className="h-16" />;
  const here = data.devices.some(({ current }) => current);
  return (
    <>
      {ability === "able" && !here ? (
        <EnableHere publicKey={data.publicKey} onDenied={() => setAbility(pushAbility())} />
      ) : null}
      {ability === "able" ? null : <p className="text-sm text-text-muted">{t(ability)}</p>}
      {data.devices.length > 0 ? (
        <ul className="grid">
          {data.devices.map((device) => (
            <Device key={device.id} device={device} />
          ))}
        </ul>
      ) : null}
    </>
  );
}

function useDevicesChanged() {
  const trpc = useTRPC();
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: trpc.notifications.devices.queryKey() });
}

function EnableHere({ publicKey, onDenied }: { publicKey: string; onDenied: () => void }) {
  const t = useTranslations("notifications.devices");
  const trpc = useTRPC();
  const toast = useToast();
  const changed = useDevicesChanged();
  const register = useMutation(trpc.notifications.registerDevice.mutationOptions({ onSuccess: changed }));
  const [asking, setAsking] = useState(false);
  const enable = async () => {
    setAsking(true);
    try {
      const registered = await subscribe(publicKey);
      if (registered) await register.mutateAsync(registered);
      else onDenied();
    } catch {
      toast.error(t("enableFailed"));
    } finally {
      setAsking(false);
    }
  };
  return (
    <div>
      <Button variant="primary" icon={<BellRing aria-hidden />} loading={asking} onClick={() => void enable()}>
        {t("enable")}
      </Button>
    </div>
  );
}

function Device({ device }: { device: PushDevice }) {
  const t = useTranslations("notifications.devices");
  const trpc = useTRPC();
  const toast = useToast();
  const changed = useDevicesChanged();
  const test = useMutation(
    trpc.notifications.testDevice.mutationOptions({
      onSuccess: ({ outcome }) => {
        if (outcome === "sent") toast.success(t("testSent"));
        else toast.error(t(outcome === "gone" ? "testGone" : "testFailed"));
        return changed();
      },
      onError: () => toast.error(t("testFailed")),
    }),
  );
  const remove = useMutation(
    trpc.notifications.removeDevice.mutationOptions({
      onSuccess: changed,
      onError: () => toast.error(t("removeFailed")),
    }),
  );
  const name = device.device.split(", ").slice(1).join(", ") || t("unknown");
  const leave = async () => {
    try {
      if (device.current) await unsubscribe();
    } catch {
      // A subscription that stays would be registered again by the next tab.
      toast.error(t("removeFailed"));
      return;
    }
    remove.mutate({ deviceId: device.id });
  };
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-border border-t py-2.5 first:border-t-0">
      <MonitorSmartphone aria-hidden className="size-4 shrink-0 text-text-faint" />
      <span className="min-w-0 flex-1 text-sm">
        <span className="me-2">{name}</span>
        {device.current ? <Badge tone="accent">{t("here")}</Badge> : null}
        <span className="block text-text-muted text-xs">
          {t("since")} <RelativeTime value={device.createdAt} />
        </span>
      </span>
      <Button size="sm" loading={test.isPending} onClick={() => test.mutate({ deviceId: device.id })}>
        {t("test")}
      </Button>
      <IconButton
        label={t("remove", { name })}
        size="sm"
        variant="danger"
        loading={remove.isPending}
        onClick={() => void leave()}
      >
        <Trash2 aria-hidden />
      </IconButton>
    </li>
  );
}
