"use client";

import { useQuery } from "@tanstack/react-query";
import { Lock, MessageSquareText } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useMay } from "#components/frame/profile.tsx";
import { failureOf, useTRPC } from "#components/live/api.ts";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { FormSkeleton } from "./editor/form-skeleton.tsx";
import { TemplateEditor } from "./editor/template-editor.tsx";

export function TemplatePage({ templateId }: { templateId: string }) {
  const t = useTranslations("templates");
  const trpc = useTRPC();
  const mayRead = useMay("websites_read");
  const template = useQuery(trpc.templates.get.queryOptions({ templateId }, { enabled: mayRead }));
  if (!mayRead) {
    return <EmptyState icon={<Lock />} title={t("forbidden")} description={t("forbiddenHint")} className="my-auto" />;
  }
  if (template.error && failureOf(template.error).code === "not_found") {
    return (
      <EmptyState
        icon={<MessageSquareText />}
        title={t("gone")}
        description={t("goneHint")}
        actions={
          <Button asChild>
            <Link href="/templates">{t("back")}</Link>
          </Button>
        }
        className="my-auto"
      />
    );
  }
  if (template.data) return <TemplateEditor template={template.data} />;
  if (template.isPending) return <FormSkeleton />;
  return (
    <ErrorState
      description={failureOf(template.error).message || undefined}
      onRetry={() => void template.refetch()}
      className="my-auto"
    />
  );
}
