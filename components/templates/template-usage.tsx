"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useTRPC } from "#components/live/api.ts";
import { Skeleton } from "#components/ui/skeleton.tsx";

/** How often it was sent, and the campaigns that send it. */
export function TemplateUsage({ templateId }: { templateId: number }) {
  const t = useTranslations("templates.usage");
  const trpc = useTRPC();
  const usage = useQuery(trpc.templates.usage.queryOptions({ templateId })).data;
  return (
    <section aria-label={t("title")} className="grid gap-2 text-sm">
      <h2 className="font-semibold text-base">{t("title")}</h2>
      {usage ? (
        <>
          <p className="tabular text-text-muted">{t("counts", { sent: usage.sent, failed: usage.failed })}</p>
          {usage.campaigns.length === 0 ? (
            <p className="text-text-muted">{t("none")}</p>
          ) : (
            <ul className="grid gap-1">
              {usage.campaigns.map(({ id, name }) => (
                <li key={id} className="wrap-anywhere">
                  <Link href={`/campaigns/${id}`} className="text-accent underline underline-offset-3">
                    {name}
                  </Link>
                </li>
              ))}
            </ul>
          )}
        </>
      ) : (
        <Skeleton className="h-10 w-full" />
      )}
    </section>
  );
}
