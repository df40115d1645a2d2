"use client";

import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { ColorDot } from "#components/colors/color-dot.tsx";
import { MultiCombobox } from "#components/forms/combobox.tsx";
import { useMakeTag } from "#components/tags/use-make-tag.ts";
import { Button } from "#components/ui/button.tsx";
import { Chip } from "#components/ui/chip.tsx";
import { cn } from "#components/ui/class-names.ts";
import type { OperatorTag } from "#server/tags/schema.ts";

type TagEditorProps = {
  tags: readonly string[];
  /** The tags the team offers itself. */
  known: readonly OperatorTag[];
  disabled: boolean;
  onAdd: (tag: string) => void;
  onRemove: (tag: string) => void;
  /** Names the set for screen readers. */
  label: string;
  /** Where it is opened from elsewhere, too. */
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
};

const longest = 50;
/** More than these scroll, and leave the thread its room. */
const unfolded = 12;

/** Tags as chips, with a menu to add known ones or make a new one. */
export function TagEditor({ tags, known, disabled, onAdd, onRemove, label, ...openable }: TagEditorProps) {
  const t = useTranslations("conversations.tags");
  const make = useMakeTag();
  const colorOf = (tag: string) => known.find((one) => one.name.toLowerCase() === tag.toLowerCase())?.color;
  const scrolls = tags.length > unfolded;
  const names = [...new Set([...known.map((tag) => tag.name), ...tags])];
  return (
    <fieldset
      aria-label={label}
      // Where nothing in it can be focused it scrolls by keyboard all the same.
      tabIndex={scrolls && disabled ? 0 : undefined}
      className={cn(
        "m-0 flex min-w-0 flex-wrap items-center gap-1 border-0 p-0",
        scrolls && "-m-1 max-h-22 overflow-y-auto p-1 touch:max-h-32",
      )}
    >
      {tags.map((tag) => (
        <Chip key={tag} label={tag} color={colorOf(tag)} {...(disabled ? {} : { onRemove: () => onRemove(tag) })} />
      ))}
      {disabled ? null : (
        <MultiCombobox
          {...openable}
          label={t("add")}
          searchLabel={t("search")}
          values={tags}
          options={names.map((name) => {
            const color = colorOf(name);
            return { value: name, label: name, icon: color ? <ColorDot color={color} /> : undefined };
          })}
          onValuesChange={(next) => {
            for (const tag of next) if (!tags.includes(tag)) onAdd(tag);
            for (const tag of tags) if (!next.includes(tag)) onRemove(tag);
          }}
          onCreate={(name) => {
            const tag = name.slice(0, longest);
            onAdd(tag);
            void make(tag);
          }}
          trigger={
            <Button variant="ghost" size="sm" className="h-6 px-1.5 text-xs" icon={<Plus aria-hidden />}>
              {t("add")}
            </Button>
          }
        />
      )}
    </fieldset>
  );
}
