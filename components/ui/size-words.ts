"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useCallback } from "react";

const units = ["kilobyte", "megabyte", "gigabyte"] as const;

/** "618 bytes", "1.2 MB": Intl has no plural for the smallest unit. */
export function useSizeWords(): (bytes: number) => string {
  const format = useFormatter();
  const t = useTranslations("ui.size");
  return useCallback(
    (bytes) => {
      if (bytes < 1000) return t("bytes", { count: bytes });
      const step = bytes < 1_000_000 ? 0 : bytes < 1_000_000_000 ? 1 : 2;
      return format.number(bytes / 1000 ** (step + 1), {
        style: "unit",
        unit: units[step] ?? "kilobyte",
        unitDisplay: "short",
        maximumFractionDigits: 1,
      });
    },
    [format, t],
  );
}
