"use client";

import { Bookmark, Clock, Flag, Flame, Heart, Phone, Star, Tag, Users, Zap } from "lucide-react";
import { useTranslations } from "next-intl";
import { useFieldLabelId } from "#components/forms/field.tsx";

export const viewIcons = {
  bookmark: Bookmark,
  star: Star,
  flag: Flag,
  flame: Flame,
  heart: Heart,
  zap: Zap,
  clock: Clock,
  users: Users,
  tag: Tag,
  phone: Phone,
} as const;
type IconName = keyof typeof viewIcons;
const iconNames = Object.keys(viewIcons) as IconName[];

/** An icon by its name, or the emoji that an integration gave. */
export function ViewIcon({ icon }: { icon: string }) {
  const known = iconNames.find((name) => name === icon);
  const Icon = viewIcons[known ?? "bookmark"];
  if (known || !/\p{Extended_Pictographic}/u.test(icon)) return <Icon aria-hidden className="size-3.5 shrink-0" />;
  return (
    <span aria-hidden className="w-3.5 shrink-0 overflow-hidden text-xs leading-none">
      {icon}
    </span>
  );
}

/** One of the icons; the arrows go from one to the next. */
export function IconChoice({ icon, onIcon }: { icon: string; onIcon: (icon: string) => void }) {
  const t = useTranslations("inbox.views");
  const chosen = iconNames.find((name) => name === icon) ?? "bookmark";
  return (
    <div role="radiogroup" aria-labelledby={useFieldLabelId()} className="flex flex-wrap gap-0.5">
      {iconNames.map((name) => (
        <label
          key={name}
          title={t(`icons.${name}`)}
          className="grid size-7 cursor-pointer place-items-center rounded-md text-text-muted hover:bg-text/6 has-checked:bg-accent/12 has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-accent touch:size-11"
        >
          <input
            type="radio"
            name="icon"
            value={name}
            checked={name === chosen}
            onChange={() => onIcon(name)}
            aria-label={t(`icons.${name}`)}
            className="sr-only"
          />
          <ViewIcon icon={name} />
        </label>
      ))}
    </div>
  );
}
