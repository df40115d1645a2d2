"use client";

import { useQuery } from "@tanstack/react-query";
import { Bot, Lock } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { useMay } from "#components/frame/profile.tsx";
import { failureOf, useTRPC } from "#components/live/api.ts";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { wholeStep } from "./draft/blank-step.ts";
import { FlowEditor } from "./flow-editor.tsx";
import { FlowSkeleton } from "./flow-skeleton.tsx";

export function FlowPage({ chatbotId }: { chatbotId: string }) {
  const t = useTranslations("flows.page");
  const trpc = useTRPC();
  const enabled = useMay("websites_read");
  const chatbot = useQuery(trpc.chatbots.get.queryOptions({ chatbotId }, { enabled, retry: retries }));
  const settings = useQuery(trpc.chatbots.settings.queryOptions({ chatbotId }, { enabled, retry: retries }));
  const published = useQuery(trpc.chatbots.questionList.queryOptions({ chatbotId }, { enabled, retry: retries }));
  const draft = useQuery(trpc.chatbots.draft.queryOptions({ chatbotId }, { enabled, retry: retries }));
  const server = useMemo(() => draft.data && { ...draft.data, nodes: draft.data.nodes.map(wholeStep) }, [draft.data]);
  if (!enabled) return <EmptyState icon={<Lock />} title={t("forbidden")} description={t("forbiddenHint")} />;
  const all = [chatbot, settings, published, draft];
  if (all.some((one) => one.error && failureOf(one.error).code === "not_found")) {
    return (
      <EmptyState
        icon={<Bot />}
        title={t("gone")}
        description={t("goneHint")}
        actions={
          <Button asChild>
            <Link href="/chatbots">{t("back")}</Link>
          </Button>
        }
      />
    );
  }
  // What was read once goes on being edited while the server is away; the header says how it is kept.
  const failed = all.find((one) => one.isError && one.data === undefined);
  if (failed) return <ErrorState onRetry={() => void failed.refetch()} retrying={failed.isFetching} />;
  if (!chatbot.data || !settings.data || !published.data || server === undefined) return <FlowSkeleton />;
  return (
    <FlowEditor
      key={chatbotId}
      chatbot={chatbot.data}
      settings={settings.data}
      published={published.data}
      server={server}
    />
  );
}

function retries(count: number, error: unknown): boolean {
  return failureOf(error).passing && count < 2;
}
