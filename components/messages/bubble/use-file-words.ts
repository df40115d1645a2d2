import { useTranslations } from "next-intl";
import { useSizeWords } from "#components/ui/size-words.ts";

type KnownFile = { name: string; contentType: string; size: number };

/** "PDF · 1.2 MB": what kind of file it is and how large. */
export function useFileWords(): (file: KnownFile) => string {
  const sizeWords = useSizeWords();
  const t = useTranslations("messages.bubble");
  return ({ name, contentType, size }) => {
    return [kindOf(name, contentType) || t("file"), sizeWords(size)].join(" · ");
  };
}

/* People know files by their ending; without one the second half of the content type is the best there is. */
function kindOf(name: string, contentType: string): string {
  const ending = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1];
  const subtype = contentType.split(/[;+]/)[0]?.split("/")[1] ?? "";
  return (ending ?? subtype.replace(/^(x-|vnd\.)/, "")).slice(0, 12).toUpperCase();
}
