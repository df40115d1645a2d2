"use client";

import { useTranslations } from "next-intl";
import { OptionList } from "#components/forms/option-list.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { readingOrder } from "../draft/flow-tree.ts";
import { useEditing } from "../editor-context.tsx";
import { typeIcons } from "../step/response-types.ts";
import { typeOf } from "../step/step-kinds.ts";
import { useStepWords } from "../step/step-words.ts";

type StepSearchProps = { open: boolean; onOpenChange: (open: boolean) => void };

/** Finds a step by its name, its words or its options, and goes there. */
export function StepSearch({ open, onOpenChange }: StepSearchProps) {
  const t = useTranslations("flows.search");
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t("label")} hideTitle size="sm">
      <Steps onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

/* Apart from the dialog: hundreds of options are made only while it is open. */
function Steps({ onDone }: { onDone: () => void }) {
  const t = useTranslations("flows.search");
  const editing = useEditing();
  const words = useStepWords();
  const options = readingOrder(editing.tree).map((node) => {
    const Icon = typeIcons[typeOf(node)];
    return {
      value: String(node.id),
      label: node.internal_name,
      keywords: [...node.text, ...node.response_options, node.tag].filter(Boolean),
      icon: <Icon aria-hidden className="size-4 shrink-0" />,
      hint: <span className="max-w-60 truncate">{words(node)}</span>,
    };
  });
  return (
    <OptionList
      options={options}
      selected={[]}
      searchLabel={t("label")}
      emptyText={t("none")}
      onSelect={(id) => {
        onDone();
        editing.select(Number(id));
      }}
    />
  );
}
