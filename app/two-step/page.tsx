import type { Metadata } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { looksLikePhone } from "#components/frame/phone.ts";
import { navigationIcons } from "#components/frame/signs/navigation-icons.tsx";
import { Texts } from "#components/frame/texts.tsx";
import { requireViewer } from "#components/frame/viewer.ts";
import { Workspace } from "#components/frame/workspace.tsx";
import { FactorGate } from "#components/sessions/factor-gate.tsx";
import { ownTarget } from "#components/sessions/own-target.ts";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("factors");
  return { title: t("title") };
}

type Search = Promise<Record<string, string | string[] | undefined>>;

/** In place of every page of the workspace, while the company asks for a second factor that the person has not set up. */
export default async function TwoStepPage({ searchParams }: { searchParams: Search }) {
  const { profile, unread, seq, preview, several } = await requireViewer();
  const asked = (await searchParams).to;
  const to = ownTarget(typeof asked === "string" ? asked : "/inbox");
  if (profile.secondFactor !== "needed" || preview) redirect(to);
  return (
    <Texts of={["companies", "contacts", "factors", "frame", "notifications", "sessions", "simulator", "ui"]}>
      <Workspace
        profile={profile}
        icons={navigationIcons}
        unread={unread}
        position={seq}
        phone={looksLikePhone(await headers())}
        preview={preview}
        several={several}
      >
        <FactorGate to={to} />
      </Workspace>
    </Texts>
  );
}
