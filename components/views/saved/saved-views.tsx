"use client";

import { Bookmark } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { IconButton } from "#components/ui/icon-button.tsx";
import { later, laterModule } from "#components/ui/late/later.tsx";
import { Popover, PopoverContent, PopoverTrigger } from "#components/ui/popover.tsx";
import type { SavedView } from "#server/views/schema.ts";

const ViewsPanel = later(
  laterModule(() => import("./views-panel.tsx")),
  (module) => module.ViewsPanel,
);

export type SavedViewsProps = {
  page: SavedView["page"];
  /** The filters as they stand in the address now; empty when there is nothing to save. */
  query: string;
  /** The page's own way to write what a view holds: two that mean the same are then the same text. */
  read: (query: string) => string;
  onOpen: (query: string) => void;
};

/** The company's views and one's own, and a way to keep the present filters. */
export function SavedViews({ onOpen, ...rest }: SavedViewsProps) {
  const t = useTranslations("inbox.views");
  const [open, setOpen] = useState(false);
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <IconButton label={t("label")} size="sm">
          <Bookmark aria-hidden />
        </IconButton>
      </PopoverTrigger>
      <PopoverContent align="end" aria-label={t("label")} className="w-76 max-w-[calc(100vw-1rem)] p-1">
        <ViewsPanel
          {...rest}
          onOpen={(query) => {
            setOpen(false);
            onOpen(query);
          }}
        />
      </PopoverContent>
    </Popover>
  );
}
