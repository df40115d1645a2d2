"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { SettingsPage, SettingsSection } from "#components/companies/settings-parts.tsx";
import { Checkbox } from "#components/forms/checkbox.tsx";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { Switch } from "#components/forms/switch.tsx";
import { useTRPC } from "#components/live/api.ts";
import { ErrorState } from "#components/ui/error-state.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { notificationKinds, type Way } from "#server/notifications/choices.ts";
import type { NotificationPreferences } from "#server/notifications/schema.ts";
import { kindIcons } from "./notification-words.ts";
import { PushDevices } from "./push-devices.tsx";
import { usePreferences } from "./use-preferences.ts";

/** What one is told of, how, and when not. */
export function NotificationSettings() {
  const t = useTranslations("notifications.preferences");
  const { preferences, failed, retry, retrying, setWay, setMuted, setDigest, setQuietHours } = usePreferences();
  return (
    <SettingsPage title={t("title")} description={t("hint")}>
      {failed ? <ErrorState title={t("loadFailed")} onRetry={retry} retrying={retrying} /> : null}
      {!preferences && !failed ? <Skeleton className="m-5 h-60" /> : null}
      {preferences ? (
        <>
          <SettingsSection title={t("matrix")} description={t("matrixHint")}>
            <MatrixTable
              matrix={preferences.matrix}
              offered={preferences.sendsMail ? withMail : withoutMail}
              onChange={setWay}
            />
          </SettingsSection>
          {preferences.sendsMail ? (
            <SettingsSection title={t("digest")} description={t("digestHint")}>
              <Field label={t("digestOn")} inline>
                <Switch checked={preferences.digest} onCheckedChange={setDigest} />
              </Field>
            </SettingsSection>
          ) : null}
          <SettingsSection title={t("devices")} description={t("devicesHint")}>
            <PushDevices />
          </SettingsSection>
          <SettingsSection title={t("quiet")} description={t("quietHint")}>
            <QuietHours hours={preferences.quietHours} onChange={setQuietHours} />
          </SettingsSection>
          <SettingsSection title={t("muted")} description={t("mutedHint")}>
            <MutedChannels muted={preferences.mutedChannels} onChange={setMuted} />
          </SettingsSection>
        </>
      ) : null}
    </SettingsPage>
  );
}

const withoutMail: readonly Way[] = ["inApp", "sound", "push"];
const withMail: readonly Way[] = [...withoutMail, "email"];

type MatrixProps = {
  matrix: NotificationPreferences["matrix"];
  offered: readonly Way[];
  onChange: ReturnType<typeof usePreferences>["setWay"];
};

function MatrixTable({ matrix, offered, onChange }: MatrixProps) {
  const t = useTranslations("notifications.preferences");
  return (
    <table className="w-full text-sm">
      <thead>
        <tr className="text-text-muted text-xs">
          <td />
          {offered.map((way) => (
            <th key={way} scope="col" className="w-20 pb-2 font-medium phone:w-12">
              {t(`ways.${way}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {notificationKinds.map((kind) => {
          const Icon = kindIcons[kind];
          return (
            <tr key={kind} className="border-border border-t">
              <th scope="row" className="py-2.5 pe-3 text-start font-normal">
                <span className="flex items-center gap-2.5">
                  <Icon aria-hidden className="size-4 shrink-0 text-text-faint" />
                  {t(`kinds.${kind}`)}
                </span>
              </th>
              {offered.map((way) => (
                <td key={way} className="text-center align-middle">
                  <Checkbox
                    aria-label={t("cell", { kind: t(`kinds.${kind}`), way: t(`ways.${way}`) })}
                    checked={matrix[kind][way]}
                    onCheckedChange={(on) => onChange(kind, way, on === true)}
                    className="mx-auto"
                  />
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

type QuietHoursProps = {
  hours: NotificationPreferences["quietHours"];
  onChange: (hours: NotificationPreferences["quietHours"]) => void;
};

const night = { from: "20:00", until: "08:00" };

function QuietHours({ hours, onChange }: QuietHoursProps) {
  const t = useTranslations("notifications.preferences");
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const set = (change: { from?: string; until?: string }) => {
    onChange({ ...night, ...hours, ...change, timeZone: here });
  };
  return (
    <>
      <Field label={t("quietOn")} inline>
        <Switch checked={hours !== null} onCheckedChange={(on) => (on ? set({}) : onChange(null))} />
      </Field>
      {hours ? (
        <div className="grid grid-cols-2 gap-4">
          <Field label={t("from")} hint={t("zone", { zone: hours.timeZone })}>
            <Time value={hours.from} onChange={(from) => set({ from })} />
          </Field>
          <Field label={t("until")}>
            <Time value={hours.until} onChange={(until) => set({ until })} />
          </Field>
        </div>
      ) : null}
    </>
  );
}

/** While it is typed it is as it was typed, empty for a moment, too: what is stored would take the place of digits. */
function Time({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const [typed, setTyped] = useState<string>();
  return (
    <Input
      type="time"
      value={typed ?? value}
      onChange={({ target }) => {
        setTyped(target.value);
        if (target.value) onChange(target.value);
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}

type MutedProps = { muted: readonly string[]; onChange: (muted: string[]) => void };

function MutedChannels({ muted, onChange }: MutedProps) {
  const t = useTranslations("notifications.preferences");
  const trpc = useTRPC();
  const channels = useQuery(trpc.channels.names.queryOptions({})).data;
  if (channels?.length === 0) return <p className="text-sm text-text-muted">{t("noChannels")}</p>;
  const known = new Set(channels?.map(({ id }) => id));
  return (
    <div className="grid gap-3">
      {channels?.map(({ id, label }) => (
        <Checkbox
          key={id}
          label={label}
          checked={muted.includes(id)}
          onCheckedChange={(on) =>
            // Those of channels that were deleted since go with the next change.
            onChange([...muted.filter((one) => one !== id && known.has(one)), ...(on === true ? [id] : [])])
          }
        />
      ))}
    </div>
  );
}
