import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { Texts } from "#components/frame/texts.tsx";
import { BoardSkeleton } from "#components/pipeline/board-skeleton.tsx";
import { Pipeline } from "#components/pipeline/pipeline.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("pipeline");
  return { title: t("title") };
}

export default function PipelinePage() {
  return (
    <Texts of={["conversations", "inbox", "messages", "pipeline"]}>
      <Suspense fallback={<BoardSkeleton />}>
        <Pipeline />
      </Suspense>
    </Texts>
  );
}
