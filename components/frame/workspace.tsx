"use client";

import type { ReactNode } from "react";
import { ChannelAlarms } from "#components/channels/channel-alarms.tsx";
import { PaletteContacts } from "#components/contacts/palette-contacts.tsx";
import { useCounts } from "#components/conversations/data/use-counts.ts";
import { LiveProvider } from "#components/live/live-provider.tsx";
import { usePushRenewal } from "#components/notifications/use-push-renewal.ts";
import { useUnreadNotifications } from "#components/notifications/use-unread.ts";
import { StepUpHost } from "#components/sessions/step-up-host.tsx";
import { PaletteSimulator } from "#components/simulator/palette-simulator.tsx";
import { Toaster } from "#components/ui/toast.tsx";
import type { Profile } from "#server/users/schema.ts";
import { ConnectionProvider } from "./connection.tsx";
import { ProfileProvider, useMay } from "./profile.tsx";
import { WorkspaceShell } from "./workspace-shell.tsx";

type WorkspaceProps = { profile: Profile; unread: number; position: number; children: ReactNode };

/** Everything around a page of a signed-in person: live data, then the frame. */
export function Workspace({ profile, unread, position, children }: WorkspaceProps) {
  return (
    <ConnectionProvider>
      <ProfileProvider profile={profile}>
        <LiveProvider user={profile.user} position={position}>
          <Framed profile={profile} unread={unread}>
            {children}
          </Framed>
          <StepUpHost />
        </LiveProvider>
        <Toaster />
      </ProfileProvider>
    </ConnectionProvider>
  );
}

function Framed({ profile, unread, children }: Omit<WorkspaceProps, "position">) {
  usePushRenewal();
  const counts = useCounts();
  const permitted = useMay("clients_read", "clients_read_assigned");
  const sets = useMay("websites_write");
  return (
    <WorkspaceShell
      user={profile.user}
      company={profile.company}
      permissions={profile.permissions}
      unread={counts?.unread ?? unread}
      news={useUnreadNotifications()}
      banner={<ChannelAlarms />}
    >
      {permitted ? <PaletteContacts /> : null}
      {sets ? <PaletteSimulator /> : null}
      {children}
    </WorkspaceShell>
  );
}
