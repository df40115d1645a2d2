"use client";

import { useQuery } from "@tanstack/react-query";
import { ThumbsDown, ThumbsUp } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { Section } from "#components/contacts/section.tsx";
import { Stars } from "#components/contacts/stars.tsx";
import { failureOf, useTRPC } from "#components/live/api.ts";
import { RelativeTime } from "#components/time/relative-time.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import type { CsatResponseView } from "#server/csat/schema.ts";

const most = 5;

/** What a contact answered when asked how it was, the newest first; nothing where they never did. */
export function ContactRatings({ contactId }: { contactId: string }) {
  const t = useTranslations("csat.contact");
  const trpc = useTRPC();
  const list = useQuery(trpc.csat.list.queryOptions({ contactId, state: ["answered"], limit: most }));
  if (list.isError && !list.data)
    return (
      <Section title={t("title")}>
        <ErrorState description={failureOf(list.error).message || undefined} onRetry={() => void list.refetch()} />
      </Section>
    );
  if (!list.data || list.data.data.length === 0) return null;
  return (
    <Section title={t("title")}>
      <ul className="grid gap-2">
        {list.data.data.map((response) => (
          <Rating key={response.id} response={response} />
        ))}
      </ul>
      {list.data.pagination.total > most ? (
        <p className="text-text-muted text-xs">{t("more", { count: list.data.pagination.total - most })}</p>
      ) : null}
    </Section>
  );
}

function Rating({ response }: { response: CsatResponseView }) {
  const t = useTranslations("csat");
  const { rating, scale, good, comment, conversationId, answeredAt, createdAt } = response;
  const Thumb = good ? ThumbsUp : ThumbsDown;
  const words = scale === "stars" ? t("stars", { rating: rating ?? 0 }) : t(good ? "up" : "down");
  return (
    <li>
      <Link
        href={`/inbox/${conversationId}?view=all`}
        prefetch={false}
        className="-mx-2 grid gap-0.5 rounded-md px-2 py-1 text-sm hover:bg-text/4"
      >
        <span className="flex items-center gap-2">
          {scale === "stars" ? <Stars rating={rating ?? 0} /> : <Thumb aria-hidden className="size-3.5" />}
          <span className="flex-1">{words}</span>
          <RelativeTime value={answeredAt ?? createdAt} plain className="tabular text-text-muted text-xs" />
        </span>
        {comment ? (
          <span dir="auto" className="line-clamp-3 text-text-muted [overflow-wrap:anywhere]">
            {comment}
          </span>
        ) : null}
      </Link>
    </li>
  );
}
