"use client";

import { Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { useSearchProvider } from "#components/frame/command-registry.tsx";
import { useWays } from "#components/frame/reaching/use-reaching.tsx";

/** The palette's way to the whole search, with what was typed. */
export function PaletteSearch() {
  const t = useTranslations("frame.palette");
  const { go } = useWays();
  useSearchProvider({
    id: "everything",
    title: t("everything"),
    search: async (query) => [
      {
        id: "all",
        label: t("allResults", { query }),
        icon: <Search aria-hidden />,
        run: () => go(`/search?q=${encodeURIComponent(query.slice(0, 200))}`),
      },
    ],
  });
  return null;
}
