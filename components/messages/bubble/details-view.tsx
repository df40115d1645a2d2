"use client";

import { BookImage, Clapperboard, ExternalLink, Phone, PhoneMissed, ShoppingBag } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { moment } from "#components/time/moments.ts";
import type { MessageExtra } from "#server/messages/schema.ts";
import { safeHref } from "./link-parts.ts";

type About = NonNullable<MessageExtra["about"]>;
type Call = NonNullable<MessageExtra["call"]>;

const icons: Record<About["kind"], typeof BookImage> = {
  story_mention: BookImage,
  story_reply: BookImage,
  story: BookImage,
  share: ExternalLink,
  reel: Clapperboard,
  post: BookImage,
  link: ExternalLink,
  product: ShoppingBag,
};

function Line({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <p className="flex items-start gap-1.5 text-text-muted text-xs [&>svg]:mt-px [&>svg]:size-3.5 [&>svg]:shrink-0">
      {icon}
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </p>
  );
}

/** Which story, post, reel, link or product a message mentions, answers or shares; its link opens in a new tab. */
export function AboutLine({ about, text }: { about: About; text: string }) {
  const t = useTranslations("messages.kinds");
  const Icon = icons[about.kind];
  const href = safeHref(about.url);
  const said = about.title === "" || text.includes(about.title);
  return (
    <Line icon={<Icon aria-hidden />}>
      {t(about.kind)}
      {said ? null : (
        <bdi className="block font-medium text-sm text-text" dir="auto">
          {about.title}
        </bdi>
      )}
      {href && !text.includes(about.url) ? (
        <a
          href={href}
          target="_blank"
          rel="noreferrer noopener"
          className="block text-accent underline decoration-accent/40 underline-offset-2"
        >
          {t("open", { host: new URL(href).host })}
        </a>
      ) : null}
    </Line>
  );
}

/** What the visitor filled in, question by question. */
export function Answers({ answers }: { answers: NonNullable<MessageExtra["answers"]> }) {
  const t = useTranslations("messages.kinds");
  return (
    <div className="grid gap-1">
      <p className="text-text-muted text-xs">{t("form")}</p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5 text-base">
        {answers.map(({ label, value }) => (
          <div key={label} className="contents">
            <dt className="text-text-muted" dir="auto">
              {label}
            </dt>
            <dd className="min-w-0 wrap-anywhere" dir="auto">
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** A call that was not answered, or whether the visitor may be called. */
export function CallLine({ call }: { call: Call }) {
  const t = useTranslations("messages.kinds");
  const format = useFormatter();
  const Icon = call.kind === "missed" ? PhoneMissed : Phone;
  const until = call.until ? new Date(call.until) : null;
  const limited = call.kind === "permission_accepted" && until !== null;
  return (
    <p className="flex items-center gap-2 text-base [&>svg]:size-4 [&>svg]:shrink-0">
      <Icon aria-hidden className="text-text-muted" />
      <span>{limited ? t("permission_until", { date: format.dateTime(until, moment) }) : t(call.kind)}</span>
    </p>
  );
}

/** The product a question is about, by its id in the catalogue. */
export function ProductLine({ product }: { product: NonNullable<MessageExtra["product"]> }) {
  const t = useTranslations("messages.kinds");
  return (
    <Line icon={<ShoppingBag aria-hidden />}>
      {t("productId")} <bdi className="text-text">{product.productId}</bdi>
    </Line>
  );
}
