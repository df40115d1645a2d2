"use client";

import { ExternalLink, FileText, Film, ImageIcon, MapPin, Phone, Reply } from "lucide-react";
import { useTranslations } from "next-intl";
import { buttonsOf, fillText, partOf } from "#server/templates/rules.ts";
import type { TemplateButton, TemplateComponent } from "#server/templates/schema.ts";
import { MessageText } from "../bubble/message-text.tsx";

type TemplatePreviewProps = {
  components: readonly TemplateComponent[];
  values: Readonly<Record<string, string>>;
  /** Address of the file in the header. */
  media: string;
};

/** The message as the customer will see it; what is still empty keeps its sign. */
export function TemplatePreview({ components, values, media }: TemplatePreviewProps) {
  const t = useTranslations("messages.templates");
  const header = partOf(components, "HEADER");
  const footer = partOf(components, "FOOTER")?.text ?? "";
  const top = header?.text ? fillText(header.text, { ...values, "1": values.header ?? "{{1}}" }) : "";
  const buttons = buttonsOf(components);
  return (
    <figure aria-label={t("preview")} className="grid w-fit min-w-48 max-w-80 gap-1 self-start">
      <div className="grid gap-1 rounded-xl bg-agent/13 px-3 py-2">
        {header && header.format !== undefined && header.format !== "TEXT" ? (
          <HeaderSign format={header.format} media={media} />
        ) : null}
        {top ? <p className="font-semibold text-base wrap-anywhere">{top}</p> : null}
        <MessageText text={fillText(partOf(components, "BODY")?.text ?? "", values)} />
        {footer ? <p className="text-text-muted text-xs wrap-anywhere">{footer}</p> : null}
      </div>
      {buttons.map((button) => (
        <span
          key={`${button.type} ${button.text ?? ""} ${button.url ?? ""}`}
          className="flex min-h-8 items-center justify-center gap-1.5 rounded-lg border border-border-strong px-2 text-sm text-text-muted"
        >
          <ButtonSign button={button} />
          <bdi className="truncate">{button.text || t("copyCode")}</bdi>
        </span>
      ))}
    </figure>
  );
}

const headerSigns = { IMAGE: ImageIcon, VIDEO: Film, DOCUMENT: FileText, LOCATION: MapPin } as const;

function HeaderSign({ format, media }: { format: keyof typeof headerSigns; media: string }) {
  const t = useTranslations("messages.templates");
  const Sign = headerSigns[format];
  if (format === "IMAGE" && /^(https?:\/\/|\/(?!\/))/.test(media)) {
    return (
      <img
        src={media}
        alt={t("headerImage")}
        referrerPolicy="no-referrer"
        className="h-32 w-full rounded-lg bg-text/5 object-cover"
      />
    );
  }
  return (
    <span className="grid h-16 place-items-center rounded-lg bg-text/6 text-text-muted">
      <Sign aria-hidden className="size-5" />
      <span className="sr-only">{t(`headers.${format}`)}</span>
    </span>
  );
}

function ButtonSign({ button }: { button: TemplateButton }) {
  const style = "size-3.5 shrink-0";
  if (button.type === "URL") return <ExternalLink aria-hidden className={style} />;
  if (button.type === "PHONE_NUMBER") return <Phone aria-hidden className={style} />;
  return <Reply aria-hidden className={style} />;
}
