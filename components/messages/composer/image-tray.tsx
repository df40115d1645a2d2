"use client";

import { RotateCw, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { IconButton } from "#components/ui/icon-button.tsx";
import { Spinner } from "#components/ui/spinner.tsx";
import type { ImageDraft } from "./image-uploads.ts";

type ImageTrayProps = {
  images: readonly ImageDraft[];
  onRemove: (id: string) => void;
  onRetry: (id: string) => void;
};

/** The images that the next message takes along. */
export function ImageTray({ images, onRemove, onRetry }: ImageTrayProps) {
  const t = useTranslations("messages.images");
  if (images.length === 0) return null;
  return (
    <ul aria-label={t("label")} className="flex flex-wrap gap-2 px-3 pt-2">
      {images.map((image) => (
        <li
          key={image.id}
          className="relative size-16 overflow-hidden rounded-md border border-border-strong bg-text/5"
        >
          <img src={image.preview} alt={image.name} className="size-full object-cover" />
          {image.state === "ready" ? null : (
            <span className="absolute inset-0 grid place-items-center bg-surface/70">
              {image.state === "uploading" ? (
                <Spinner label={t("uploading", { name: image.name })} />
              ) : (
                <IconButton
                  label={t("retry", { name: image.name })}
                  size="sm"
                  variant="secondary"
                  onClick={() => onRetry(image.id)}
                >
                  <RotateCw aria-hidden />
                </IconButton>
              )}
            </span>
          )}
          {image.state === "failed" ? (
            <span role="alert" className="sr-only">
              {t("failed", { name: image.name })}
            </span>
          ) : null}
          <button
            type="button"
            aria-label={t("remove", { name: image.name })}
            onClick={() => onRemove(image.id)}
            className="absolute top-0.5 right-0.5 grid size-5 place-items-center rounded-full bg-surface-raised text-text-muted shadow-float hover:text-text touch:hit-area"
          >
            <X aria-hidden className="size-3" />
          </button>
        </li>
      ))}
    </ul>
  );
}
