"use client";

import { useQuery } from "@tanstack/react-query";
import { Bot, Lock, Plus, Zap } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { PlanButton } from "#components/companies/plan-button.tsx";
import { useMay, usePlanLacks } from "#components/frame/profile.tsx";
import { useShortcuts } from "#components/keys/shortcuts.tsx";
import { failureOf, useTRPC } from "#components/live/api.ts";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { ChatbotRow } from "./chatbot-row.tsx";
import { CreateChatbot } from "./create-chatbot.tsx";

export function ChatbotsPage() {
  const t = useTranslations("chatbots");
  const words = useTranslations("flows.page");
  const trpc = useTRPC();
  const mayRead = useMay("websites_read");
  const mayWrite = useMay("websites_write");
  const mayCreate = !usePlanLacks("enable_chatbot") && mayWrite;
  const chatbots = useQuery(trpc.chatbots.list.queryOptions({}, { enabled: mayRead }));
  const [creating, setCreating] = useState(false);
  const create = () => setCreating(true);
  useShortcuts(t("title"), mayCreate ? [{ keys: "c", label: t("add"), run: create }] : []);
  const add = mayWrite ? (
    <PlanButton feature="enable_chatbot" variant="primary" icon={<Plus aria-hidden />} onClick={create}>
      {t("add")}
    </PlanButton>
  ) : null;
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <PageHeader
        title={t("title")}
        description={t("description")}
        actions={
          <>
            {mayRead ? (
              <Button asChild icon={<Zap aria-hidden />}>
                <Link href="/chatbots/triggers">{t("triggers")}</Link>
              </Button>
            ) : null}
            {add}
          </>
        }
      />
      <div className="min-h-0 flex-1 overflow-y-auto px-5 pt-2 pb-8 phone:px-4">
        {mayRead ? null : <EmptyState icon={<Lock />} title={t("forbidden")} description={words("forbiddenHint")} />}
        {chatbots.isError && !chatbots.data ? (
          <ErrorState
            description={failureOf(chatbots.error).message || undefined}
            onRetry={() => void chatbots.refetch()}
            retrying={chatbots.isFetching}
          />
        ) : null}
        {mayRead && chatbots.isPending ? (
          <div aria-busy className="max-w-220">
            <Skeleton className="h-32 rounded-lg" />
          </div>
        ) : null}
        {chatbots.data && chatbots.data.length > 0 ? (
          <ul className="max-w-220 divide-y divide-border overflow-hidden rounded-lg border border-border">
            {chatbots.data.map((chatbot) => (
              <ChatbotRow key={chatbot.id} chatbot={chatbot} />
            ))}
          </ul>
        ) : null}
        {chatbots.data?.length === 0 ? (
          <EmptyState icon={<Bot />} title={t("list.empty")} description={t("list.emptyHint")} actions={add} />
        ) : null}
      </div>
      <CreateChatbot open={creating} onOpenChange={setCreating} />
    </div>
  );
}
