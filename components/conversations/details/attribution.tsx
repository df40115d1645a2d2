"use client";

import { useTranslations } from "next-intl";
import { safeHref } from "#components/messages/bubble/link-parts.ts";
import type { InboxRow } from "../data/use-conversation-list.ts";

/** Where the visitor came from. */
export function Attribution({ row }: { row: InboxRow }) {
  const t = useTranslations("conversations.details");
  // The server writes "mobile, Android, Chrome": only the first is a word of a language.
  const device = (words: string) => {
    const kind = (["desktop", "mobile", "tablet"] as const).find((one) => words === one || words.startsWith(`${one},`));
    return kind ? t(`devices.${kind}`) + words.slice(kind.length) : words;
  };
  const entries = [
    { label: t("source"), value: row.utmSource },
    { label: t("medium"), value: row.utmMedium },
    { label: t("campaign"), value: row.utmCampaign },
    { label: t("page"), value: row.url },
    { label: t("referrer"), value: row.referrer },
    { label: t("device"), value: device(row.device) },
    { label: t("paid"), value: row.gclid },
    { label: t("gaClient"), value: row.gaClientId },
  ].filter(({ value }) => value !== "");
  const ad = row.referral && (row.referral.headline || row.referral.imageUrl) ? row.referral : undefined;
  if (entries.length === 0 && !ad) return <p className="text-sm text-text-muted">{t("direct")}</p>;
  return (
    <div className="grid gap-2">
      {ad ? <Ad ad={ad} /> : null}
      <Entries entries={[...entries, ...(ad?.clickId ? [{ label: t("clickId"), value: ad.clickId }] : [])]} />
    </div>
  );
}

/* The ad as the visitor saw it. */
function Ad({ ad }: { ad: NonNullable<InboxRow["referral"]> }) {
  const t = useTranslations("conversations.details");
  return (
    <figure className="grid gap-1 overflow-hidden rounded-lg border border-border">
      {ad.imageUrl ? (
        <img
          src={ad.imageUrl}
          alt={t("adPicture")}
          loading="lazy"
          referrerPolicy="no-referrer"
          className="h-32 w-full object-cover"
        />
      ) : null}
      <figcaption className="grid gap-0.5 px-2.5 py-1.5 text-sm" dir="auto">
        <span className="text-text-muted text-xs">{t("ad")}</span>
        <span className="font-medium wrap-anywhere">{ad.headline}</span>
        {ad.body ? <span className="text-text-muted text-xs wrap-anywhere">{ad.body}</span> : null}
      </figcaption>
    </figure>
  );
}

/** What the bot and other systems have learnt in this conversation. */
export function Collected({ context }: { context: Readonly<Record<string, unknown>> }) {
  const entries = Object.entries(context).map(([label, value]) => ({
    label,
    value: typeof value === "string" ? value : JSON.stringify(value),
  }));
  return <Entries entries={entries} />;
}

function Entries({ entries }: { entries: readonly { label: string; value: string }[] }) {
  if (entries.length === 0) return null;
  return (
    <dl className="grid grid-cols-[5.5rem_1fr] gap-x-2 gap-y-1 text-sm">
      {entries.map(({ label, value }) => (
        <div key={label} className="contents">
          <dt className="truncate text-text-muted text-xs leading-5">{label}</dt>
          <dd className="min-w-0 truncate" title={value}>
            <Value value={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Value({ value }: { value: string }) {
  const href = /^https?:/i.test(value) ? safeHref(value) : undefined;
  if (!href) return <bdi>{value}</bdi>;
  const { host, pathname } = new URL(href);
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer noopener"
      className="text-accent underline decoration-accent/40 underline-offset-2"
    >
      {host + (pathname === "/" ? "" : pathname)}
    </a>
  );
}
