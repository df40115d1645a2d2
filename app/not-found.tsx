import type { Metadata } from "next";
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
        icon={<Compass />}
        title={t("title")}
        description={t("description")}
        actions={
          <Button asChild variant="primary">
            <a href="/inbox">{t("home")}</a>
          </Button>
        }
      />
    </main>
  );
}

/* Lucide's compass, drawn here: what every page carries along for this one brings no library. */
function Compass() {
  return (
    <svg aria-hidden viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeLinecap="round" strokeLinejoin="round">
      <circle cx="12" cy="12" r="10" />
      <path d="m16.24 7.76-1.804 5.411a2 2 0 0 1-1.265 1.265L7.76 16.24l1.804-5.411a2 2 0 0 1 1.265-1.265z" />
    </svg>
  );
}
