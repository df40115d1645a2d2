import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Texts } from "#components/frame/texts.tsx";
import { NewPassword } from "#components/joining/new-password.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("joining");
  return { title: t("reset.title"), robots: { index: false }, referrer: "no-referrer" };
}

export default function NewPasswordPage() {
  return (
    <Texts of={["joining", "companies", "ui"]}>
      <NewPassword />
    </Texts>
  );
}
