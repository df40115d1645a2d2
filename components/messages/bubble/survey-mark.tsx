import { ThumbsDown, ThumbsUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { Stars } from "#components/contacts/stars.tsx";
import type { MessageExtra } from "#server/messages/schema.ts";

/** What the visitor answered to the question above it. */
export function SurveyMark({ survey }: { survey: NonNullable<MessageExtra["survey"]> }) {
  const t = useTranslations("messages.survey");
  const { rating, scale, comment } = survey;
  if (rating === null) return <p className="px-1 text-text-muted text-xs">{t("waiting")}</p>;
  const good = rating >= 4;
  const Thumb = good ? ThumbsUp : ThumbsDown;
  return (
    <div className="grid gap-1 rounded-lg border border-border bg-surface-raised px-3 py-2 text-sm">
      <p className="flex items-center gap-2">
        {scale === "stars" ? <Stars rating={rating} /> : <Thumb aria-hidden className="size-3.5" />}
        <span className="font-medium">{scale === "stars" ? t("stars", { rating }) : good ? t("up") : t("down")}</span>
      </p>
      {comment ? (
        <p dir="auto" className="whitespace-pre-wrap text-text-muted [overflow-wrap:anywhere]">
          {comment}
        </p>
      ) : null}
    </div>
  );
}
