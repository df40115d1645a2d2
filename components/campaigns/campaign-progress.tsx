"use client";

import { useFormatter, useTranslations } from "next-intl";
import type { CampaignDetail } from "./campaign-page.tsx";

const shown = ["pending", "enqueued", "sent", "delivered", "read", "answered", "failed", "invalid"] as const;

/** How far the campaign is, and how many messages have each status now. */
export function CampaignProgress({ detail }: { detail: CampaignDetail }) {
  const t = useTranslations("campaigns.progress");
  const format = useFormatter();
  const { campaign, recipients } = detail;
  const counter = campaign.eventCounter;
  const total = recipients ?? 0;
  const done = total - counter.pending - counter.enqueued;
  const share = total > 0 ? Math.round((done / total) * 100) : 0;
  return (
    <section aria-label={t("title")} className="grid gap-3">
      {recipients === null ? (
        <p className="text-sm text-text-muted">{t("waiting")}</p>
      ) : (
        <>
          <p className="tabular text-sm">
            {t("done", { done: format.number(done), total: format.number(total), share })}
          </p>
          <div
            role="progressbar"
            aria-label={t("title")}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={share}
            className="h-2 overflow-hidden rounded-full bg-text/8"
          >
            <div className="h-full rounded-full bg-accent transition-[width]" style={{ width: `${share}%` }} />
          </div>
        </>
      )}
      <dl className="grid grid-cols-8 gap-2 max-lg:grid-cols-4 phone:grid-cols-2">
        {shown.map((name) => (
          <div key={name} className="grid gap-0.5 rounded-lg border border-border bg-surface p-2.5">
            <dt className="truncate text-text-muted text-xs">{t(name)}</dt>
            <dd
              className={
                name === "failed" && counter[name] > 0
                  ? "tabular font-semibold text-danger text-lg"
                  : "tabular font-semibold text-lg"
              }
            >
              {format.number(counter[name])}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
