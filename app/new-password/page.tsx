import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Texts } from "#components/frame/texts.tsx";
import { readViewer } from "#components/frame/viewer.ts";
import { NewPassword } from "#components/joining/new-password.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("joining");
  return { title: t("reset.title"), robots: { index: false }, referrer: "no-referrer" };
}

export default async function NewPasswordPage() {
  const viewer = await readViewer();
  return (
    <Texts of={["joining", "companies", "ui"]}>
      <NewPassword signedInAs={viewer.state === "signed-in" ? viewer.profile.user.email : undefined} />
    </Texts>
  );
}
