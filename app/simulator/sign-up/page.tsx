import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Texts } from "#components/frame/texts.tsx";
import { requireViewer } from "#components/frame/viewer.ts";
import { SimulatedWindow } from "#components/signup/simulated-window.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("signup.window");
  return { title: t("title") };
}

type Search = Promise<Record<string, string | string[] | undefined>>;

export default async function Page({ searchParams }: { searchParams: Search }) {
  const { profile } = await requireViewer();
  const { config_id: channelId, extras } = await searchParams;
  return (
    <Texts of={["joining", "signup", "ui"]}>
      <SimulatedWindow
        channelId={typeof channelId === "string" ? channelId : ""}
        userId={profile.user.id}
        phoneApp={typeof extras === "string" && extras.includes("whatsapp_business_app_onboarding")}
      />
    </Texts>
  );
}
