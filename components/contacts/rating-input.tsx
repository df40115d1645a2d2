"use client";

import { Star } from "lucide-react";
import { useTranslations } from "next-intl";
import * as Primitive from "radix-ui/radio-group";
import { cn } from "#components/ui/class-names.ts";

const places = [1, 2, 3, 4, 5] as const;

type RatingInputProps = { value: number; disabled: boolean; onChange: (rating: number) => void };

/** One to five stars; the chosen one again takes the rating away. */
export function RatingInput({ value, disabled, onChange }: RatingInputProps) {
  const t = useTranslations("contacts.rating");
  return (
    <Primitive.Root
      aria-label={t("label")}
      value={String(value)}
      disabled={disabled}
      orientation="horizontal"
      onValueChange={(next) => onChange(Number(next))}
      className="-mx-1.5 flex"
    >
      {places.map((place) => (
        <Primitive.Item
          key={place}
          value={String(place)}
          aria-label={t("value", { rating: place })}
          onClick={() => place === value && onChange(0)}
          className="grid size-7 place-items-center rounded-md enabled:hover:bg-text/6 touch:size-11"
        >
          <Star aria-hidden className={cn("size-4", place <= value ? "fill-current text-accent" : "text-text-faint")} />
        </Primitive.Item>
      ))}
    </Primitive.Root>
  );
}
