import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { TriggersPage } from "#components/triggers/triggers-page.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("triggers");
  return { title: t("title") };
}

export default function Page() {
  return <TriggersPage />;
}
