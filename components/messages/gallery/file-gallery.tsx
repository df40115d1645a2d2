"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Download, FileText, Film, Mic } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useTRPC } from "#components/live/api.ts";
import { RelativeTime } from "#components/time/relative-time.tsx";
import { Button } from "#components/ui/button.tsx";
import { useSizeWords } from "#components/ui/size-words.ts";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { MessageFile } from "#server/messages/files/schema.ts";
import { safeHref } from "../bubble/link-parts.ts";
import { Lightbox } from "./lightbox.tsx";
import { picturesIn } from "./pictures-in.ts";

type FileGalleryProps = { of: { conversationId: string } | { contactId: string } };

/** Every picture and file that was sent: pictures open over everything, files are fetched. */
export function FileGallery({ of }: FileGalleryProps) {
  const t = useTranslations("messages.gallery");
  const trpc = useTRPC();
  const asked = trpc.messages.files.infiniteQueryOptions(of, {
    getNextPageParam: (page) => page.before ?? undefined,
    initialCursor: undefined,
  });
  const list = useInfiniteQuery({ ...asked, staleTime: 0 });
  const [open, setOpen] = useState<string>();
  if (list.isPending) return <Skeleton className="h-16" />;
  if (list.isError && !list.data) {
    return (
      <p role="alert" className="flex items-center gap-2 text-sm text-text-muted">
        {t("failed")}
        <Button variant="link" size="sm" onClick={() => void list.refetch()}>
          {t("retry")}
        </Button>
      </p>
    );
  }
  const files = list.data?.pages.flatMap((page) => page.files) ?? [];
  if (files.length === 0) return <p className="text-sm text-text-muted">{t("none")}</p>;
  const pictures = files.filter(({ kind }) => kind === "image");
  const others = files.filter(({ kind }) => kind !== "image");
  const shown = picturesIn(files);
  const at = shown.findIndex(({ src }) => src === open);
  return (
    <div className="grid gap-3">
      {pictures.length > 0 ? (
        <ul aria-label={t("pictures")} className="grid grid-cols-[repeat(auto-fill,minmax(5rem,1fr))] gap-1.5">
          {pictures.map((picture) => (
            <li key={`${picture.messageId} ${picture.url}`}>
              <Thumbnail picture={picture} onOpen={() => setOpen(picture.url)} />
            </li>
          ))}
        </ul>
      ) : null}
      {others.length > 0 ? (
        <ul aria-label={t("files")} className="-mx-1.5 grid">
          {others.map((file) => (
            <li key={`${file.messageId} ${file.url}`}>
              <FileLine file={file} />
            </li>
          ))}
        </ul>
      ) : null}
      {list.hasNextPage ? (
        <Button size="sm" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t("more")}
        </Button>
      ) : null}
      {open !== undefined && at >= 0 ? (
        <Lightbox
          pictures={shown}
          at={at}
          onAt={(next) => setOpen(shown[next]?.src)}
          onClose={() => setOpen(undefined)}
        />
      ) : null}
    </div>
  );
}

const hrefOf = (url: string) => (url.startsWith("/") && !url.startsWith("//") ? url : safeHref(url));

function Thumbnail({ picture, onOpen }: { picture: MessageFile; onOpen: () => void }) {
  const t = useTranslations("messages.bubble");
  const { url, name, userName } = picture;
  if (!hrefOf(url)) return null;
  return (
    <button
      type="button"
      aria-label={t("openImage", { name: userName })}
      title={name || undefined}
      onClick={onOpen}
      className="block aspect-square w-full overflow-hidden rounded-md border border-border bg-text/5"
    >
      <img
        src={url}
        alt=""
        loading="lazy"
        decoding="async"
        referrerPolicy="no-referrer"
        className="size-full object-cover"
      />
    </button>
  );
}

const signs = { audio: Mic, video: Film, file: FileText, image: FileText } as const;

function FileLine({ file }: { file: MessageFile }) {
  const t = useTranslations("messages.gallery");
  const sizeWords = useSizeWords();
  const { name, url, kind, size, userName, createdAt } = file;
  const Sign = signs[kind];
  const plain = hrefOf(url);
  const words = name || t(`kinds.${kind}`);
  // Our own store hands a file out under the name it is asked for.
  const address =
    plain && /\/uploads\/[\w-]{32}\.\w+$/.test(plain) ? `${plain}?${new URLSearchParams({ name: words })}` : plain;
  return (
    <a
      href={address}
      download
      target="_blank"
      rel="noreferrer noopener"
      className="group flex items-center gap-2.5 rounded-md px-1.5 py-1 hover:bg-text/6 touch:min-h-11"
    >
      <Sign aria-hidden className="size-4 shrink-0 text-text-muted" />
      <span className="grid min-w-0 flex-1">
        <bdi className="truncate text-sm">{words}</bdi>
        <span className="flex gap-1.5 text-text-muted text-xs">
          <span className="truncate">{userName}</span>
          {size > 0 ? <span className="shrink-0">{sizeWords(size)}</span> : null}
        </span>
      </span>
      <RelativeTime plain value={createdAt} className="shrink-0 text-text-muted text-xs" />
      <Download aria-hidden className="size-3.5 shrink-0 text-text-faint group-hover:text-text" />
    </a>
  );
}
