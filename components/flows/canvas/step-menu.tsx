"use client";

import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, Copy, Ellipsis, Eye, EyeOff, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "#components/ui/dropdown-menu.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import type { QuestionNode } from "#server/chatbots/schema.ts";
import { mayMove } from "../draft/flow-edits.ts";
import { useEditing } from "../editor-context.tsx";
import { useStepActions } from "../step/use-step-actions.ts";
import { type Direction, moveSlot } from "./flow-walk.ts";

const moves = [
  { direction: "up", icon: ArrowUp, key: "alt+arrowup" },
  { direction: "down", icon: ArrowDown, key: "alt+arrowdown" },
  { direction: "right", icon: ArrowRight, key: "alt+arrowright" },
  { direction: "left", icon: ArrowLeft, key: "alt+arrowleft" },
] as const satisfies readonly { direction: Direction; icon: unknown; key: string }[];

/** All that can be done to a step. */
export function StepMenu({ node }: { node: QuestionNode }) {
  const t = useTranslations("flows.menu");
  const { tree, readOnly } = useEditing();
  const { duplicate, toggle, remove, shift } = useStepActions();
  if (readOnly) return null;
  const may = (direction: Direction) => {
    const slot = moveSlot(tree, node, direction);
    return slot !== undefined && mayMove(tree, node.id, slot);
  };
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <IconButton
          size="sm"
          label={t("label", { name: node.internal_name })}
          onClick={(event) => event.stopPropagation()}
        >
          <Ellipsis aria-hidden />
        </IconButton>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end" className="w-64" onClick={(event) => event.stopPropagation()}>
        {moves.map(({ direction, icon: Icon, key }) => (
          <DropdownMenuItem
            key={direction}
            icon={<Icon aria-hidden />}
            shortcut={key}
            disabled={!may(direction)}
            onSelect={() => shift(node, direction)}
          >
            {t(`move.${direction}`)}
          </DropdownMenuItem>
        ))}
        <DropdownMenuSeparator />
        <DropdownMenuItem icon={<Copy aria-hidden />} shortcut="mod+d" onSelect={() => duplicate(node)}>
          {t("duplicate")}
        </DropdownMenuItem>
        <DropdownMenuItem
          icon={node.disabled ? <Eye aria-hidden /> : <EyeOff aria-hidden />}
          shortcut="x"
          onSelect={() => toggle(node)}
        >
          {node.disabled ? t("switchOn") : t("switchOff")}
        </DropdownMenuItem>
        <DropdownMenuSeparator />
        <DropdownMenuItem danger icon={<Trash2 aria-hidden />} shortcut="delete" onSelect={() => remove(node)}>
          {t("remove")}
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
