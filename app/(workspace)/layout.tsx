import type { Metadata } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import type { ReactNode } from "react";
import { looksLikePhone } from "#components/frame/phone.ts";
import { navigationIcons } from "#components/frame/signs/navigation-icons.tsx";
import { Texts } from "#components/frame/texts.tsx";
import { askedAddress, requireViewer } from "#components/frame/viewer.ts";
import { Workspace } from "#components/frame/workspace.tsx";
import { writeAnswers } from "#components/live/first/first-answer.ts";
import { keys } from "#components/live/trpc/keys.ts";
import { companyNamed, twoStepAddress } from "#components/sessions/own-target.ts";
import { answersOf } from "./first.tsx";

const frameKeys = [
  keys.conversations.counts.queryKey({}),
  keys.notifications.unread.queryKey({}),
  keys.assignment.availability.queryKey({}),
];

/** The workspace can be installed as an app; a visitor's chat cannot. */
export const metadata: Metadata = { manifest: "/manifest.webmanifest" };

export default async function WorkspaceLayout({ children }: { children: ReactNode }) {
  const { profile, unread, seq, preview, several } = await requireViewer();
  const named = several && !preview ? companyNamed(await askedAddress()) : undefined;
  if (named && named.companyId !== profile.company.id) redirect(`/sign-in/company?${new URLSearchParams(named)}`);
  if (profile.secondFactor === "needed" && !preview) redirect(twoStepAddress(await askedAddress()));
  return (
    <Texts of={["companies", "contacts", "frame", "notifications", "sessions", "simulator", "ui"]}>
      <Workspace
        profile={profile}
        icons={navigationIcons}
        unread={unread}
        position={seq}
        first={writeAnswers(await answersOf(frameKeys))}
        phone={looksLikePhone(await headers())}
        preview={preview}
        several={several}
      >
        {children}
      </Workspace>
    </Texts>
  );
}
