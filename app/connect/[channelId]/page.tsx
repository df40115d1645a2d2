import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { Texts } from "#components/frame/texts.tsx";
import { requireViewer } from "#components/frame/viewer.ts";
import { ConnectPage } from "#components/signup/connect-page.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("signup");
  return { title: t("title") };
}

export default async function Page({ params }: { params: Promise<{ channelId: string }> }) {
  const { profile, preview } = await requireViewer();
  if (profile.secondFactor === "needed" && !preview) redirect("/two-step");
  const { channelId } = await params;
  return (
    <Texts of={["channels", "joining", "signup", "ui"]}>
      <ConnectPage channelId={channelId} userId={profile.user.id} />
    </Texts>
  );
}
