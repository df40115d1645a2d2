"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { type ReactNode, useCallback } from "react";
import { ChannelAlarms } from "#components/channels/channel-alarms.tsx";
import { useCounts } from "#components/conversations/data/use-counts.ts";
import { failureOf, useTRPC, useTRPCClient } from "#components/live/api.ts";
import { useFailureWords } from "#components/live/failures/use-failure-words.ts";
import { LiveProvider, useLive } from "#components/live/live-provider.tsx";
import { usePushRenewal } from "#components/notifications/use-push-renewal.ts";
import { useUnreadNotifications } from "#components/notifications/use-unread.ts";
import { StartProvider } from "#components/outreach/start.tsx";
import { StepUpHost } from "#components/sessions/step-up-host.tsx";
import { useSessionEnded } from "#components/sessions/use-session-ended.ts";
import { untilLoaded } from "#components/ui/late/insist.ts";
import { laterModule, useWhenThere } from "#components/ui/late/later.tsx";
import { Toaster, useToast } from "#components/ui/toast.tsx";
import { PhoneGuess } from "#components/ui/use-media.ts";
import type { Profile } from "#server/users/schema.ts";
import { type Availability, AvailabilityProvider, presenceOf } from "./availability.tsx";
import { usePaletteOpen } from "./command-registry.tsx";
import { ConnectionProvider } from "./connection.tsx";
import type { NavigationIcons } from "./navigation.ts";
import { ProfileProvider, useMay } from "./profile.tsx";
import { WorkspaceShell } from "./workspace-shell.tsx";

type WorkspaceProps = {
  profile: Profile;
  icons: NavigationIcons;
  unread: number;
  position: number;
  /** What the frame shows first, read after that position. */
  first?: string;
  /** Probably: what is drawn first depends on it. */
  phone: boolean;
  preview: boolean;
  /** This browser has sessions of other companies too. */
  several: boolean;
  children: ReactNode;
};

/* Of the few who ever look as somebody else. */
const PreviewBar = dynamic(() =>
  untilLoaded(() => import("#components/sessions/preview-bar.tsx")).then((module) => module.PreviewBar),
);

/* Of the few who work in several companies. */
const CompanyWatch = dynamic(() =>
  untilLoaded(() => import("#components/sessions/company-watch.tsx")).then((module) => module.CompanyWatch),
);

/** Everything around a page of a signed-in person: live data, then the frame. */
export function Workspace(props: WorkspaceProps) {
  const { profile, icons, unread, position, first, phone, preview, several, children } = props;
  return (
    <PhoneGuess value={phone}>
      <ConnectionProvider>
        <ProfileProvider profile={profile} preview={preview}>
          <LiveProvider user={profile.user} position={position} first={first}>
            <Framed profile={profile} icons={icons} unread={unread} preview={preview} several={several}>
              {children}
            </Framed>
            <StepUpHost />
          </LiveProvider>
          <Toaster />
        </ProfileProvider>
      </ConnectionProvider>
    </PhoneGuess>
  );
}

function Framed({
  profile,
  icons,
  unread,
  preview,
  several,
  children,
}: Omit<WorkspaceProps, "position" | "first" | "phone">) {
  usePushRenewal();
  useFailureWords();
  const counts = useCounts();
  const talks = useMay("chat_talk");
  const [availability, setAvailability] = useOwnAvailability(talks);
  const shell = (
    <WorkspaceShell
      user={profile.user}
      company={profile.company}
      permissions={profile.permissions}
      icons={icons}
      unread={counts?.unread ?? unread}
      news={useUnreadNotifications()}
      banner={
        <>
          {preview ? <PreviewBar /> : null}
          <ChannelAlarms />
        </>
      }
    >
      <Records />
      {several && !preview ? <CompanyWatch /> : null}
      {talks ? <StartProvider>{children}</StartProvider> : children}
    </WorkspaceShell>
  );
  return (
    <AvailabilityProvider value={availability} onChange={setAvailability}>
      {shell}
    </AvailabilityProvider>
  );
}

/* No page needs it to be drawn. */
const records = laterModule(() => import("./palette-records.tsx"));

/** Within the palette's own provider, which knows when it is opened. */
function Records() {
  const there = useWhenThere(records, usePaletteOpen());
  return there ? <there.PaletteRecords /> : null;
}

/** Whether one is given conversations, as the server sees it, and how to say so. */
function useOwnAvailability(talks: boolean) {
  const trpc = useTRPC();
  const api = useTRPCClient().assignment;
  const t = useTranslations("frame.user");
  const toast = useToast();
  const { cache } = useLive();
  const own = useQuery(trpc.assignment.availability.queryOptions({}, { enabled: talks })).data?.availability;
  // Without what TanStack has for mutations, which some pages need not load.
  const change = useCallback(
    (next: Availability) =>
      void api.changeAvailability
        .mutate({ availability: next === "away" ? "away" : "available" })
        .catch((error: unknown) => toast.error(failureOf(error).message || t("notSaved")))
        .finally(() => cache.refresh(cache.of("assignment.availability"))),
    [api, toast, t, cache],
  );
  // Nobody is available in a session that is over.
  const ended = useSessionEnded();
  return [own && (ended ? "offline" : presenceOf(own)), change] as const;
}
