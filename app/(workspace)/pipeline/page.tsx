import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { pipelineKeys } from "#components/conversations/data/first-keys.ts";
import { readParams } from "#components/filters/address-params.ts";
import { Texts } from "#components/frame/texts.tsx";
import { keys } from "#components/live/trpc/keys.ts";
import { Pipeline } from "#components/pipeline/pipeline.tsx";
import { readPipeline } from "#components/pipeline/pipeline-address.ts";
import { phaseSchema } from "#server/phases/schema.ts";
import { answersOf, First } from "../first.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("pipeline");
  return { title: t("title") };
}

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function PipelinePage({ searchParams }: Props) {
  const address = readPipeline(readParams(await searchParams));
  const [phases] = await answersOf([keys.phases.list.queryKey({})]);
  const known = phaseSchema.array().safeParse(phases?.data).data ?? [];
  return (
    <Texts of={["conversations", "inbox", "messages", "pipeline"]}>
      <First of={phases ? pipelineKeys(address, known) : []}>
        <Pipeline />
      </First>
    </Texts>
  );
}
