"use client";

import {
  Copy,
  FileText,
  Image,
  type LucideIcon,
  MapPin,
  Moon,
  Phone,
  Reply,
  SquareArrowOutUpRight,
  Sun,
  Video,
} from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { cn } from "#components/ui/class-names.ts";
import { IconButton } from "#components/ui/icon-button.tsx";
import { buttonsOf, fillText, partOf } from "#server/templates/rules.ts";
import type { ButtonType, TemplateComponent } from "#server/templates/schema.ts";
import { headerFileOf } from "./editor/template-draft.ts";
import { FormattedText } from "./formatted-text.tsx";

type PreviewProps = {
  components: readonly TemplateComponent[];
  /** By slot key; what is not filled stays as it is written. */
  values: Readonly<Record<string, string>>;
  className?: string;
};

/** The message as a phone shows it, by day and by night. */
export function TemplatePreview({ components, values, className }: PreviewProps) {
  const t = useTranslations("templates.preview");
  const [theme, setTheme] = useState<"light" | "dark">("light");
  const choice = (value: "light" | "dark", Icon: LucideIcon) => (
    <IconButton label={t(value)} size="sm" aria-pressed={theme === value} onClick={() => setTheme(value)}>
      <Icon aria-hidden />
    </IconButton>
  );
  return (
    <section aria-label={t("title")} className={cn("grid content-start gap-2", className)}>
      <div className="flex items-center gap-1">
        <h2 className="flex-1 font-semibold text-base">{t("title")}</h2>
        {choice("light", Sun)}
        {choice("dark", Moon)}
      </div>
      <div className={cn(theme, "rounded-xl border border-border bg-background p-4 text-text")}>
        <PhoneBubble components={components} values={values} />
      </div>
      <p className="text-text-muted text-xs">{t("hint")}</p>
    </section>
  );
}

/** One bubble; give it a theme from outside. */
export function PhoneBubble({ components, values }: PreviewProps) {
  const t = useTranslations("templates.preview");
  const header = partOf(components, "HEADER");
  const body = partOf(components, "BODY");
  const footer = partOf(components, "FOOTER");
  const password = body?.add_security_recommendation !== undefined && (body.text ?? "") === "";
  const advised = password && body.add_security_recommendation;
  const text = password ? [t("password"), advised ? t("advice") : ""].join(" ").trim() : (body?.text ?? "");
  const minutes = footer?.code_expiration_minutes;
  const last = footer?.text || (minutes ? t("expires", { count: minutes }) : "");
  const top = header?.text ? fillText(header.text, { ...values, "1": values.header ?? "{{1}}" }) : "";
  return (
    <div className="max-w-80">
      <div className="grid gap-1.5 rounded-xl border border-border bg-surface px-3 py-2.5 text-base text-text">
        {header && header.format !== "TEXT" ? <MediaBox component={header} /> : null}
        {top ? <p className="wrap-anywhere font-semibold">{top}</p> : null}
        <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
          {text ? (
            <FormattedText text={fillText(text, values)} />
          ) : (
            <span className="text-text-faint">{t("empty")}</span>
          )}
        </p>
        {last ? <p className="wrap-anywhere text-text-muted text-xs">{last}</p> : null}
      </div>
      <PreviewButtons components={components} />
    </div>
  );
}

const buttonIcons: Record<ButtonType, LucideIcon> = {
  QUICK_REPLY: Reply,
  URL: SquareArrowOutUpRight,
  PHONE_NUMBER: Phone,
  COPY_CODE: Copy,
  OTP: Copy,
};

function PreviewButtons({ components }: { components: readonly TemplateComponent[] }) {
  const t = useTranslations("templates.preview");
  const seen = new Map<string, number>();
  const shown = buttonsOf(components).map(({ type, text }) => {
    const label = text || (type === "COPY_CODE" || type === "OTP" ? t("copyCode") : t("button"));
    const count = (seen.get(label) ?? 0) + 1;
    seen.set(label, count);
    return { key: `${label} ${count}`, label, Icon: buttonIcons[type] };
  });
  return shown.map(({ key, label, Icon }) => (
    <div
      key={key}
      className="mt-1 flex min-h-9 items-center justify-center gap-1.5 rounded-lg border border-border bg-surface px-3 py-1.5 text-center font-medium text-accent text-sm"
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      <span className="wrap-anywhere">{label}</span>
    </div>
  ));
}

const mediaIcons: Record<string, LucideIcon> = { IMAGE: Image, VIDEO: Video, DOCUMENT: FileText, LOCATION: MapPin };

function MediaBox({ component }: { component: TemplateComponent }) {
  const t = useTranslations("templates.fields.formats");
  const format = component.format ?? "IMAGE";
  const Icon = mediaIcons[format] ?? Image;
  const file = headerFileOf(component);
  // Meta's own handles name no address; a file that was chosen here, or came with the template, has one.
  if (format === "IMAGE" && /^(https?:\/\/|blob:|\/(?!\/))/.test(file)) {
    return (
      <img
        src={file}
        alt={t(format)}
        referrerPolicy="no-referrer"
        className="h-32 w-full rounded-lg bg-text/6 object-cover"
      />
    );
  }
  return (
    <div className="grid h-32 place-items-center content-center gap-1 rounded-lg bg-text/6 text-text-muted text-xs">
      <Icon aria-hidden className="size-6 stroke-[1.5]" />
      {t(format)}
    </div>
  );
}
