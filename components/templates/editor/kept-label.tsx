"use client";

import { useTranslations } from "next-intl";
import type { Kept } from "./use-draft.ts";

/** Quietly: whether what is typed outlasts this page. */
export function KeptLabel({ kept }: { kept: Kept }) {
  const t = useTranslations("templates.kept");
  return (
    <span role="status" className={kept === "lost" ? "text-danger text-xs" : "text-text-muted text-xs"}>
      {kept === "none" ? "" : t(kept)}
    </span>
  );
}
