"use client";

import { ImageOff } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { createContext, useContext, useState } from "react";
import { frameStyle } from "#components/thread/picture-frame.ts";
import { untilLoaded } from "#components/ui/late/insist.ts";
import type { Message } from "#server/messages/schema.ts";
import { imageFrame } from "./image-frame.ts";
import { safeHref } from "./link-parts.ts";
import { AudioView, FileView, type KnownFile, VideoView } from "./media-view.tsx";

/* Fetched when a picture is first opened. */
const PictureViewer = dynamic(
  () => untilLoaded(() => import("../gallery/picture-viewer.tsx")).then((module) => module.PictureViewer),
  { loading: () => null },
);

/** The conversation whose pictures stand beside an opened one. */
export const PicturesOf = createContext<string | undefined>(undefined);

type Attachment = Message["attachments"][number];

type AttachmentViewProps = {
  type: Message["type"];
  attachment: Attachment;
  name: string;
  /** What is known of the file. */
  file?: KnownFile | undefined;
};

/** What one attachment is: a message may carry several kinds. What the server stored tells more than the message. */
function kindOf(type: Message["type"], address: string, file: KnownFile | undefined): Message["type"] {
  const [kind] = file?.contentType.split("/") ?? [];
  if (kind === "audio" || kind === "video") return kind;
  if (file) return type === "audio" || type === "video" ? type : "file";
  if (type === "location") return type;
  // On a text it is the picture in the head of a template.
  return type === "text/plain" || /\.(png|jpe?g|webp|gif)$/i.test(address.split(/[?#]/)[0] ?? "") ? "image" : type;
}

/** What hangs on a message: a picture that opens, a recording to hear or see, or a file to fetch. */
export function AttachmentView({ type: said, attachment, name, file }: AttachmentViewProps) {
  const t = useTranslations("messages.bubble");
  const { image_url: address, title } = attachment;
  const type = kindOf(said, address, file);
  if (type === "image") return <ImageAttachment attachment={attachment} name={name} />;
  const src = imageSource(address);
  if (type === "audio" && src) return <AudioView src={src} name={name} file={file} />;
  if (type === "video" && src) return <VideoView src={src} name={name} file={file} />;
  const kind = type === "audio" || type === "video" || type === "location" ? type : "file";
  return <FileView href={address} title={title || fileName(address) || t(kind)} file={file} />;
}

/* A picture has its room before it arrives, so that nothing moves then. */
function ImageAttachment({ attachment, name }: { attachment: Attachment; name: string }) {
  const t = useTranslations("messages.bubble");
  const conversationId = useContext(PicturesOf);
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
        style={frameStyle(imageFrame(attachment))}
        className="relative block max-w-full overflow-hidden rounded-lg border border-border bg-text/5"
      >
        <img
          src={src}
          alt={attachment.text || t("image", { name })}
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => setGone(true)}
          className="absolute inset-0 size-full object-cover"
        />
      </button>
      {open ? (
        <PictureViewer
          picture={{ src, caption: attachment.text, name }}
          conversationId={conversationId}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
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
