import { Compass } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("frame.notFound");
  return { title: t("title") };
}

export default async function NotFound() {
  const t = await getTranslations("frame.notFound");
  return (
    <main className="grid min-h-dvh place-items-center">
      <h1 className="sr-only">{t("title")}</h1>
      <EmptyState
        icon={<Compass aria-hidden />}
        title={t("title")}
        description={t("description")}
        actions={
          <Button asChild variant="primary">
            <Link href="/inbox">{t("home")}</Link>
          </Button>
        }
      />
    </main>
  );
}
