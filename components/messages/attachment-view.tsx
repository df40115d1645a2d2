"use client";

import { FileText, Film, ImageOff, MapPin, Music } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { Message } from "#server/messages/schema.ts";
import { Lightbox } from "./lightbox.tsx";
import { safeHref } from "./link-parts.ts";

type Attachment = Message["attachments"][number];

type AttachmentViewProps = { type: Message["type"]; attachment: Attachment; name: string };

/** What hangs on a message: a picture that opens, or a file to fetch. */
export function AttachmentView({ type, attachment, name }: AttachmentViewProps) {
  return type === "image" ? (
    <ImageAttachment attachment={attachment} name={name} />
  ) : (
    <FileAttachment type={type} attachment={attachment} />
  );
}

/* A picture keeps one frame whatever its size, so that nothing moves when it arrives. */
function ImageAttachment({ attachment, name }: { attachment: Attachment; name: string }) {
  const t = useTranslations("messages.bubble");
  const [open, setOpen] = useState(false);
  const [gone, setGone] = useState(false);
  const src = imageSource(attachment.image_url);
  if (!src || gone) {
    const href = src ? safeHref(src) : undefined;
    return (
      <span className="flex items-center gap-2 rounded-lg border border-border-strong px-3 py-2 text-sm text-text-muted">
        <ImageOff aria-hidden className="size-4 shrink-0" />
        {href ? (
          <a href={href} target="_blank" rel="noreferrer noopener" className="underline underline-offset-2">
            {t("imageGone")}
          </a>
        ) : (
          t("imageGone")
        )}
      </span>
    );
  }
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        aria-label={t("openImage", { name })}
        className="block h-45 w-60 max-w-full overflow-hidden rounded-lg border border-border bg-text/5"
      >
        <img
          src={src}
          alt={attachment.text || t("image", { name })}
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => setGone(true)}
          className="size-full object-cover"
        />
      </button>
      <Lightbox src={src} caption={attachment.text} name={name} open={open} onOpenChange={setOpen} />
    </>
  );
}

const icons = { audio: Music, video: Film, location: MapPin, file: FileText } as const;

function FileAttachment({ type, attachment }: { type: Message["type"]; attachment: Attachment }) {
  const t = useTranslations("messages.bubble");
  const kind = type === "audio" || type === "video" || type === "location" ? type : "file";
  const Icon = icons[kind];
  const href = safeHref(attachment.image_url);
  const title = attachment.title || fileName(attachment.image_url) || t(kind);
  return (
    <span className="flex max-w-72 items-center gap-2.5 rounded-lg border border-border-strong bg-surface px-3 py-2 text-sm">
      <Icon aria-hidden className="size-4 shrink-0 text-text-muted" />
      <span className="grid min-w-0">
        {href ? (
          <a
            href={href}
            target="_blank"
            rel="noreferrer noopener"
            className="truncate font-medium underline-offset-2 hover:underline"
          >
            {title}
          </a>
        ) : (
          <span className="truncate font-medium">{title}</span>
        )}
        <span className="truncate text-text-muted text-xs">
          {[t(kind), attachment.text].filter(Boolean).join(" · ")}
        </span>
      </span>
    </span>
  );
}

/** A picture from the web or from this server; nothing else is loaded. */
function imageSource(address: string): string | undefined {
  if (address.startsWith("/") && !address.startsWith("//")) return address;
  if (address.startsWith("blob:")) return address;
  const href = safeHref(address);
  return href?.startsWith("http") ? href : undefined;
}

function fileName(address: string): string {
  const path = address.split(/[?#]/)[0] ?? "";
  return decodeURIComponentSafely(path.split("/").at(-1) ?? "");
}

function decodeURIComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
