"use client";

import { ExternalLink, X } from "lucide-react";
import { useTranslations } from "next-intl";
import * as Primitive from "radix-ui/dialog";
import { buttonStyles } from "#components/ui/button.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { safeHref } from "./link-parts.ts";

type LightboxProps = {
  src: string;
  caption: string;
  /** Who sent it. */
  name: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** One picture over everything; Escape, the cross and a click beside it close it. */
export function Lightbox({ src, caption, name, open, onOpenChange }: LightboxProps) {
  const t = useTranslations("messages.lightbox");
  const original = safeHref(src);
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-40 bg-background/95 data-[state=open]:animate-fade-in data-[state=closed]:animate-fade-out" />
        <Primitive.Content
          data-modal=""
          aria-describedby={undefined}
          className="fixed inset-0 z-40 flex flex-col outline-none data-[state=open]:animate-fade-in"
        >
          <header className="flex items-center gap-2 px-4 py-2">
            <Primitive.Title className="min-w-0 flex-1 truncate text-sm text-text-muted">
              {t("title", { name })}
            </Primitive.Title>
            {original ? (
              <a
                href={original}
                target="_blank"
                rel="noreferrer noopener"
                className={buttonStyles({ variant: "ghost", size: "sm" })}
              >
                <ExternalLink aria-hidden />
                {t("open")}
              </a>
            ) : null}
            <Primitive.Close asChild>
              <IconButton label={t("close")} side="left">
                <X aria-hidden />
              </IconButton>
            </Primitive.Close>
          </header>
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape and the cross do the same */}
          {/* biome-ignore lint/a11y/noStaticElementInteractions: the empty space beside the picture */}
          <div
            className="grid min-h-0 flex-1 place-items-center p-4"
            onClick={(event) => event.target === event.currentTarget && onOpenChange(false)}
          >
            <img
              src={src}
              alt={caption || t("title", { name })}
              referrerPolicy="no-referrer"
              className="max-h-full max-w-full rounded-md object-contain"
            />
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
