"use client";

import { Search } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useSearchProvider } from "#components/frame/command-registry.tsx";

/** The palette's way to the whole search, with what was typed. */
export function PaletteSearch() {
  const t = useTranslations("frame.palette");
  const router = useRouter();
  useSearchProvider({
    id: "everything",
    title: t("everything"),
    search: async (query) => [
      {
        id: "all",
        label: t("allResults", { query }),
        icon: <Search aria-hidden />,
        run: () => router.push(`/search?q=${encodeURIComponent(query.slice(0, 200))}`),
      },
    ],
  });
  return null;
}
