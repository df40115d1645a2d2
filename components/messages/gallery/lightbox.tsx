"use client";

import { ChevronLeft, ChevronRight, Download, ExternalLink, X } from "lucide-react";
import { useTranslations } from "next-intl";
import * as Primitive from "radix-ui/dialog";
import type { KeyboardEvent, MouseEvent, ReactNode } from "react";
import { buttonStyles } from "#components/ui/button.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { safeHref } from "../bubble/link-parts.ts";

export type Picture = {
  src: string;
  caption: string;
  /** Who sent it. */
  name: string;
};

type LightboxProps = {
  pictures: readonly Picture[];
  at: number;
  onAt: (at: number) => void;
  onClose: () => void;
};

/** One picture over everything; arrows go to the ones beside it, Escape, the cross and a click beside it close it. */
export function Lightbox({ pictures, at, onAt, onClose }: LightboxProps) {
  const t = useTranslations("messages.lightbox");
  const picture = pictures[at];
  if (!picture) return null;
  const { src, caption, name } = picture;
  const own = src.startsWith("/") && !src.startsWith("//");
  const original = own ? src : safeHref(src);
  const go = (step: -1 | 1) => pictures[at + step] && onAt(at + step);
  const press = (event: KeyboardEvent) => {
    if (event.key === "ArrowLeft") go(-1);
    else if (event.key === "ArrowRight") go(1);
    else return;
    event.preventDefault();
  };
  const beside = (event: MouseEvent) => event.target === event.currentTarget && onClose();
  return (
    <Primitive.Root open onOpenChange={(open) => open || onClose()}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-40 bg-background/95 data-[state=open]:animate-fade-in data-[state=closed]:animate-fade-out" />
        <Primitive.Content
          data-modal=""
          aria-describedby={undefined}
          onKeyDown={press}
          onOpenAutoFocus={(event) => {
            // Not the cross: its words would take the first Escape.
            event.preventDefault();
            if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
          }}
          className="fixed inset-0 z-40 flex flex-col outline-none data-[state=open]:animate-fade-in"
        >
          <header className="flex items-center gap-2 px-4 py-2">
            <Primitive.Title className="min-w-0 flex-1 truncate text-sm text-text-muted">
              {t("title", { name })}
            </Primitive.Title>
            {pictures.length > 1 ? (
              <span role="status" className="tabular shrink-0 text-sm text-text-muted">
                {t("place", { at: at + 1, count: pictures.length })}
              </span>
            ) : null}
            {original ? (
              <>
                <a
                  href={original}
                  download
                  target="_blank"
                  rel="noreferrer noopener"
                  className={buttonStyles({ variant: "ghost", size: "sm" })}
                >
                  <Download aria-hidden />
                  {t("download")}
                </a>
                <a
                  href={original}
                  target="_blank"
                  rel="noreferrer noopener"
                  className={`${buttonStyles({ variant: "ghost", size: "sm" })} phone:hidden`}
                >
                  <ExternalLink aria-hidden />
                  {t("open")}
                </a>
              </>
            ) : null}
            <Primitive.Close asChild>
              <IconButton label={t("close")} side="left">
                <X aria-hidden />
              </IconButton>
            </Primitive.Close>
          </header>
          <div className="flex min-h-0 flex-1 items-center gap-2 px-2 pb-4">
            <Beside label={t("previous")} shown={pictures.length > 1} off={at === 0} onGo={() => go(-1)}>
              <ChevronLeft aria-hidden />
            </Beside>
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape and the cross do the same */}
            {/* biome-ignore lint/a11y/noStaticElementInteractions: the empty space beside the picture */}
            <div className="grid size-full min-h-0 min-w-0 flex-1 place-items-center" onClick={beside}>
              <img
                key={src}
                src={src}
                alt={caption || t("title", { name })}
                referrerPolicy="no-referrer"
                className="max-h-full max-w-full rounded-md object-contain"
              />
            </div>
            <Beside label={t("next")} shown={pictures.length > 1} off={at === pictures.length - 1} onGo={() => go(1)}>
              <ChevronRight aria-hidden />
            </Beside>
          </div>
          {caption ? (
            <p dir="auto" className="mx-auto max-w-160 px-4 pb-4 text-center text-sm text-text-muted">
              {caption}
            </p>
          ) : null}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

type BesideProps = { label: string; shown: boolean; off: boolean; onGo: () => void; children: ReactNode };

/* Stays in its place at either end, so that nothing moves under the pointer. */
function Beside({ label, shown, off, onGo, children }: BesideProps) {
  if (!shown) return null;
  return (
    <IconButton label={label} aria-disabled={off || undefined} onClick={onGo} className="shrink-0">
      {children}
    </IconButton>
  );
}
