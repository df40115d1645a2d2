"use client";

import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, Copy, Ellipsis, Eye, EyeOff, Plus, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuSub,
  DropdownMenuSubContent,
  DropdownMenuSubTrigger,
  DropdownMenuTrigger,
} from "#components/ui/dropdown-menu.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import type { QuestionNode } from "#server/chatbots/schema.ts";
import { mayMove, slotAfter } from "../draft/flow-edits.ts";
import { useEditing } from "../editor-context.tsx";
import { useStepActions } from "../step/use-step-actions.ts";
import { AddStepItems } from "./add-step-menu.tsx";
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
  const add = useTranslations("flows.add");
  const { tree, readOnly, leave } = useEditing();
  const { duplicate, toggle, remove, shift } = useStepActions();
  /** Another step is chosen, with a menu of its own. */
  const elsewhere = useRef(false);
  if (readOnly) return null;
  const goOn = (deed: (node: QuestionNode) => void) => () => {
    elsewhere.current = true;
    deed(node);
  };
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
      <DropdownMenuContent
        align="end"
        className="w-64"
        onClick={(event) => event.stopPropagation()}
        onCloseAutoFocus={(event) => {
          if (!elsewhere.current) return;
          elsewhere.current = false;
          leave();
          if (document.activeElement !== document.body) event.preventDefault();
        }}
      >
        <DropdownMenuSub>
          <DropdownMenuSubTrigger icon={<Plus aria-hidden />}>{add("label")}</DropdownMenuSubTrigger>
          <DropdownMenuSubContent className="w-60">
            <AddStepItems slot={slotAfter(node)} branchesOf={node} />
          </DropdownMenuSubContent>
        </DropdownMenuSub>
        <DropdownMenuSeparator />
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
        <DropdownMenuItem icon={<Copy aria-hidden />} shortcut="mod+d" onSelect={goOn(duplicate)}>
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
        <DropdownMenuItem danger icon={<Trash2 aria-hidden />} shortcut="delete" onSelect={goOn(remove)}>
          {t("remove")}
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
