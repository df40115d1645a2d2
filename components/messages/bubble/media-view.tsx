"use client";

import { FileText, MapPin } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { MessageExtra } from "#server/messages/schema.ts";
import { AudioPlayer } from "../files/audio-player.tsx";
import { safeHref } from "./link-parts.ts";
import { useFileWords } from "./use-file-words.ts";

export type KnownFile = NonNullable<MessageExtra["files"]>[number];
type Place = NonNullable<MessageExtra["place"]>;

const card =
  "flex max-w-72 items-center gap-2.5 rounded-lg border border-border-strong bg-surface px-3 py-2 text-sm text-text";

type MediaProps = { src: string; name: string; file?: KnownFile | undefined };

/** A voice note or a song, to be heard in place; what the browser cannot play stays a file to fetch. */
export function AudioView({ src, name, file }: MediaProps) {
  const t = useTranslations("messages.bubble");
  const words = useFileWords();
  const [broken, setBroken] = useState(false);
  if (broken) return <FileView href={src} title={file?.name || t("audio")} file={file} />;
  return (
    <span className="grid w-72 max-w-full gap-1">
      <AudioPlayer
        src={src}
        label={t("audioFrom", { name })}
        durationMs={file?.durationMs}
        size={file?.size ?? 0}
        onBroken={() => setBroken(true)}
      />
      {file && file.size > 0 ? (
        <span className="px-1 text-text-muted text-xs">
          {words(file)}
          {file.voice === false ? ` · ${t("asSound")}` : ""}
        </span>
      ) : null}
    </span>
  );
}

export function VideoView({ src, name, file }: MediaProps) {
  const t = useTranslations("messages.bubble");
  const [broken, setBroken] = useState(false);
  if (broken) return <FileView href={src} title={file?.name || t("video")} file={file} />;
  return (
    // biome-ignore lint/a11y/useMediaCaption: what a visitor films has no captions
    <video
      controls
      playsInline
      preload="metadata"
      src={src}
      aria-label={t("videoFrom", { name })}
      onError={() => setBroken(true)}
      className="h-45 w-72 max-w-full rounded-lg border border-border bg-text/5"
    />
  );
}

/** A file by its name, its kind and its size. */
export function FileView({ href, title, file }: { href: string; title: string; file?: KnownFile | undefined }) {
  const t = useTranslations("messages.bubble");
  const words = useFileWords();
  const plain = href.startsWith("/") && !href.startsWith("//") ? href : safeHref(href);
  // Our own store hands a file out under the name it is asked for.
  const address =
    plain && /\/uploads\/[\w-]{32}\.\w+$/.test(plain) ? `${plain}?${new URLSearchParams({ name: title })}` : plain;
  return (
    <span className={card}>
      <FileText aria-hidden className="size-4 shrink-0 text-text-muted" />
      <span className="grid min-w-0">
        {address ? (
          <a
            href={address}
            target="_blank"
            rel="noreferrer noopener"
            className="truncate font-medium underline decoration-border-strong underline-offset-2 hover:decoration-text"
          >
            {title}
          </a>
        ) : (
          <span className="truncate font-medium">{title}</span>
        )}
        <span className="truncate text-text-muted text-xs">{file ? words(file) : t("file")}</span>
      </span>
    </span>
  );
}

/** A place with its name; the link opens a map in a new tab. */
export function PlaceView({ place }: { place: Place }) {
  const t = useTranslations("messages.bubble");
  const { latitude, longitude, name, address } = place;
  const where = `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
  const map = `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`;
  return (
    <span className={card}>
      <MapPin aria-hidden className="size-4 shrink-0 text-text-muted" />
      <span className="grid min-w-0">
        <span dir="auto" className="truncate font-medium">
          {name || t("location")}
        </span>
        <span dir="auto" className="truncate text-text-muted text-xs tabular">
          {address || where}
        </span>
        <a
          href={map}
          target="_blank"
          rel="noreferrer noopener"
          className="text-accent text-xs underline decoration-accent/40 underline-offset-2"
        >
          {t("openMap")}
        </a>
      </span>
    </span>
  );
}
