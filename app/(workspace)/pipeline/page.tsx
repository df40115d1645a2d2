import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { BoardSkeleton } from "#components/pipeline/board-skeleton.tsx";
import { Pipeline } from "#components/pipeline/pipeline.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("pipeline");
  return { title: t("title") };
}

export default function PipelinePage() {
  return (
    <Suspense fallback={<BoardSkeleton />}>
      <Pipeline />
    </Suspense>
  );
}
