"use client";

import { useTranslations } from "next-intl";
import { useCallback } from "react";
import { useSizeWords } from "#components/ui/size-words.ts";
import { useToast } from "#components/ui/toast.tsx";
import { maxFiles, type Refusal } from "./file-uploads.ts";

/** Says which limit of the channel a file passes, and what to do. */
export function useRefusalWords(): (refusal: Refusal) => void {
  const t = useTranslations("messages.files");
  const toast = useToast();
  const sizeWords = useSizeWords();
  return useCallback(
    (refusal) => {
      if (refusal.reason === "tooMany") return toast.error(t("tooMany", { count: maxFiles }));
      const { name } = refusal;
      if (refusal.reason === "empty") return toast.error(t("empty", { name }));
      if (refusal.reason === "tooLarge") return toast.error(t("tooLarge", { name, size: sizeWords(refusal.bytes) }));
      const types = refusal.types === "any" ? "" : refusal.types.map((type) => type.split("/")[1]).join(", ");
      toast.error(t("wrongType", { name, types: types.toUpperCase() }));
    },
    [t, toast, sizeWords],
  );
}
