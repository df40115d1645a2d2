"use client";

import { Check, Copy, ExternalLink, Phone } from "lucide-react";
import { useTranslations } from "next-intl";
import { cn } from "#components/ui/class-names.ts";
import type { MessageExtra } from "#server/messages/schema.ts";

type QuickRepliesProps = { options: readonly string[]; chosen: string | undefined };

/** The replies a message offered, with the one that the visitor took. */
export function QuickReplies({ options, chosen }: QuickRepliesProps) {
  const t = useTranslations("messages.bubble");
  if (options.length === 0) return null;
  const unique = [...new Set(options)];
  return (
    <ul aria-label={t("options")} className="flex flex-wrap gap-1.5">
      {unique.map((option) => (
        <li
          key={option}
          dir="auto"
          className={cn(
            "inline-flex min-h-6 max-w-full items-center gap-1 rounded-full border px-2.5 py-0.5 text-xs",
            option === chosen
              ? "border-accent bg-accent/10 font-medium text-accent"
              : "border-border-strong text-text-muted",
          )}
        >
          {option === chosen ? <Check aria-hidden className="size-3.5 shrink-0" /> : null}
          <span className="min-w-0 wrap-anywhere">
            {option === chosen ? (
              <>
                <span aria-hidden>{option}</span>
                <span className="sr-only">{t("chosen", { option })}</span>
              </>
            ) : (
              option
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

const signs = { link: ExternalLink, phone: Phone, code: Copy };

/** The other buttons of a template, to look at: a link may be the customer's own, and good for one visit. */
export function TemplateButtons({ buttons = [] }: Pick<MessageExtra, "buttons">) {
  const t = useTranslations("messages.bubble");
  if (buttons.length === 0) return null;
  return (
    <ul aria-label={t("buttons")} className="flex flex-wrap gap-1.5">
      {buttons.map(({ kind, text, value }) => {
        const Sign = signs[kind];
        return (
          <li
            key={`${kind} ${text} ${value}`}
            title={value}
            className="inline-flex min-h-6 max-w-full items-center gap-1 rounded-lg border border-border-strong px-2.5 py-0.5 text-text-muted text-xs"
          >
            <Sign aria-hidden className="size-3.5 shrink-0" />
            <bdi className="min-w-0 wrap-anywhere">{text || value}</bdi>
            {text ? <span className="sr-only">{value}</span> : null}
          </li>
        );
      })}
    </ul>
  );
}
