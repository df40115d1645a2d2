import { useFormatter, useTranslations } from "next-intl";

type KnownFile = { name: string; contentType: string; size: number };

const units = ["byte", "kilobyte", "megabyte"] as const;

/** "PDF · 1.2 MB": what kind of file it is and how large. */
export function useFileWords(): (file: KnownFile) => string {
  const format = useFormatter();
  const t = useTranslations("messages.bubble");
  return ({ name, contentType, size }) => {
    const step = size < 1000 ? 0 : size < 1_000_000 ? 1 : 2;
    const amount = format.number(size / 1000 ** step, {
      style: "unit",
      unit: units[step] ?? "byte",
      unitDisplay: "short",
      maximumFractionDigits: step === 0 ? 0 : 1,
    });
    return [kindOf(name, contentType) || t("file"), amount].join(" · ");
  };
}

/* People know files by their ending; without one the second half of the content type is the best there is. */
function kindOf(name: string, contentType: string): string {
  const ending = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1];
  const subtype = contentType.split(/[;+]/)[0]?.split("/")[1] ?? "";
  return (ending ?? subtype.replace(/^(x-|vnd\.)/, "")).slice(0, 12).toUpperCase();
}
