"use client";

import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuSub,
  DropdownMenuSubContent,
  DropdownMenuSubTrigger,
  DropdownMenuTrigger,
} from "#components/ui/dropdown-menu.tsx";
import type { QuestionNode } from "#server/chatbots/schema.ts";
import type { Slot } from "../draft/flow-edits.ts";
import { type Branch, branchesOf } from "../draft/flow-tree.ts";
import { useEditing } from "../editor-context.tsx";
import { offeredTypes, typeIcons } from "../step/response-types.ts";
import { purposeOf, purposes, type StepType } from "../step/step-kinds.ts";
import { useStepActions } from "../step/use-step-actions.ts";

type AddStepMenuProps = {
  slot: Slot;
  /** Offers the branches of this step too. */
  branchesOf?: QuestionNode;
  /** A small round button for the canvas. */
  compact?: boolean;
  small?: boolean;
  label?: string;
};

/** A button that adds a step in one place, by what the visitor is asked. */
export function AddStepMenu({ compact, small, label, ...place }: AddStepMenuProps) {
  const t = useTranslations("flows.add");
  const words = label ?? t("label");
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        {compact ? (
          <button
            type="button"
            tabIndex={-1}
            aria-label={words}
            onClick={(event) => event.stopPropagation()}
            className="grid size-6 place-items-center rounded-full border border-border-strong bg-surface-raised text-text-muted hover:border-accent hover:bg-accent hover:text-accent-text touch:size-8"
          >
            <Plus aria-hidden className="size-3.5" />
          </button>
        ) : (
          <Button variant={small ? "ghost" : "secondary"} size={small ? "sm" : "md"} icon={<Plus aria-hidden />}>
            {words}
          </Button>
        )}
      </DropdownMenuTrigger>
      {/* What is pressed here is not pressed on the step below. */}
      <DropdownMenuContent className="w-60" onClick={(event) => event.stopPropagation()}>
        <AddStepItems {...place} />
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

type AddStepItemsProps = Pick<AddStepMenuProps, "slot" | "branchesOf">;

/** In a menu: what can be added in a place, and into each branch of the step it stands behind. */
export function AddStepItems({ slot, branchesOf: parent }: AddStepItemsProps) {
  const t = useTranslations("flows.add");
  const { tree } = useEditing();
  const below = parent ? inside(parent, branchesOf(tree, parent)) : [];
  return (
    <>
      {below.length > 0 ? <DropdownMenuLabel className="text-text">{t("after")}</DropdownMenuLabel> : null}
      <TypeItems slot={slot} />
      {below.length > 0 ? <DropdownMenuSeparator /> : null}
      {below.map((branch) => (
        <DropdownMenuSub key={`${branch.kind} ${branch.label}`}>
          <DropdownMenuSubTrigger>
            {branch.kind === "any"
              ? t(parent && purposeOf(parent) === "condition" ? "whenHolds" : "below")
              : t("inBranch", { option: branch.label })}
          </DropdownMenuSubTrigger>
          <DropdownMenuSubContent className="w-60">
            <TypeItems
              slot={{
                parent: parent?.internal_name ?? "",
                label: branch.label,
                after: branch.nodes.at(-1)?.id ?? null,
              }}
            />
          </DropdownMenuSubContent>
        </DropdownMenuSub>
      ))}
    </>
  );
}

/** A list branches by its options; any other question has one line below it, for every answer. */
function inside(parent: QuestionNode, branches: readonly Branch[]): readonly Branch[] {
  if (parent.response_type === "LIST" || branches.length > 0) return branches;
  const leads = parent.response_type !== "NONE" || purposeOf(parent) === "condition";
  return !leads ? [] : [{ label: "", kind: "any", nodes: [] }];
}

function TypeItems({ slot }: { slot: Slot }) {
  const t = useTranslations("flows.add");
  return (
    <>
      <DropdownMenuLabel>{t("say")}</DropdownMenuLabel>
      {offeredTypes.map((type) => (
        <TypeItem key={type} type={type} slot={slot} />
      ))}
      <DropdownMenuSeparator />
      <DropdownMenuLabel>{t("do")}</DropdownMenuLabel>
      {purposes.map((purpose) => (
        <TypeItem key={purpose} type={purpose} slot={slot} />
      ))}
    </>
  );
}

function TypeItem({ type, slot }: { type: StepType; slot: Slot }) {
  const t = useTranslations("flows.types");
  const { add } = useStepActions();
  const Icon = typeIcons[type];
  return (
    <DropdownMenuItem icon={<Icon aria-hidden />} onSelect={() => add(type, slot)}>
      {t(type)}
    </DropdownMenuItem>
  );
}
