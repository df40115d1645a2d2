import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Texts } from "#components/frame/texts.tsx";
import { readViewer } from "#components/frame/viewer.ts";
import { JoinForm } from "#components/joining/join-form.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("joining");
  return { title: t("join.title"), robots: { index: false }, referrer: "no-referrer" };
}

export default async function JoinPage() {
  const viewer = await readViewer();
  return (
    <Texts of={["joining", "companies", "ui"]}>
      <JoinForm signedInAs={viewer.state === "signed-in" ? viewer.profile.user.email : undefined} />
    </Texts>
  );
}
