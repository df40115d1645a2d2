"use client";

import { Handle, type Node, type NodeProps, Position } from "@xyflow/react";
import { CornerDownRight, EyeOff, Flag, Globe, Headset, Tag, TriangleAlert, UserPlus } from "lucide-react";
import { useTranslations } from "next-intl";
import { memo, type ReactNode, useState } from "react";
import { cn } from "#components/ui/class-names.ts";
import type { QuestionNode } from "#server/chatbots/schema.ts";
import { slotAfter } from "../draft/flow-edits.ts";
import { typeIcons } from "../step/response-types.ts";
import { type Purpose, purposeOf, typeOf } from "../step/step-kinds.ts";
import { useIsChosen } from "../step/step-selection.ts";
import { useStepWords } from "../step/step-words.ts";
import { AddStepMenu } from "./add-step-menu.tsx";
import { cardSize } from "./flow-layout.ts";

export type CardData = {
  node: QuestionNode;
  fault: "error" | "warning" | undefined;
  /** The simulator waits here, or has just come through. */
  live: "waiting" | "passed" | undefined;
  below: number;
  readOnly: boolean;
};

export type CardNode = Node<CardData, "card">;

const hidden = "pointer-events-none! size-px! min-h-0! min-w-0! border-0! opacity-0";

/** A step on the canvas. Keys are handled by the canvas, which holds the focus. */
export const StepCard = memo(function StepCard({ data, dragging }: NodeProps<CardNode>) {
  const t = useTranslations("flows");
  // A menu for each of hundreds of steps would be slow: it is there once the pointer comes.
  const [near, setNear] = useState(false);
  const { node, fault, live, below, readOnly } = data;
  const chosen = useIsChosen(node.id);
  const type = typeOf(node);
  const Icon = typeIcons[type];
  const words = useStepWords()(node);
  const purpose = purposeOf(node);
  return (
    <div
      data-chosen={chosen || undefined}
      style={cardSize}
      onPointerEnter={() => setNear(true)}
      className={cn(
        "group relative flex flex-col rounded-lg border bg-surface-raised text-start transition-[border-color,box-shadow]",
        "border-border-strong hover:border-text-faint",
        purpose && "border-s-4 border-s-accent/50",
        chosen && "border-accent ring-2 ring-accent/30 hover:border-accent",
        live === "waiting" && "border-bot ring-2 ring-bot/40",
        live === "passed" && "border-bot",
        node.disabled && "border-dashed bg-surface",
        dragging && "cursor-grabbing shadow-float",
      )}
    >
      <Handle type="target" position={Position.Top} className={hidden} isConnectable={false} />
      <div className="flex h-8 items-center gap-1.5 border-border border-b px-2.5">
        <Icon aria-hidden className={cn("size-3.5 shrink-0", node.disabled ? "text-text-faint" : "text-accent")} />
        <span className="min-w-0 flex-1 truncate font-medium text-xs">{node.internal_name}</span>
        {fault ? (
          <TriangleAlert aria-hidden className={cn("size-3.5", fault === "error" ? "text-danger" : "text-warning")} />
        ) : null}
        {node.disabled ? <EyeOff aria-hidden className="size-3.5 text-text-faint" /> : null}
      </div>
      <p
        dir="auto"
        className={cn(
          "mx-2.5 mt-1.5 line-clamp-2 flex-1 overflow-hidden text-xs wrap-anywhere",
          words && !node.disabled ? "text-text" : "text-text-muted",
        )}
      >
        {words || t(purpose ? "canvas.notSet" : "canvas.noText")}
      </p>
      {purpose ? <PurposeLine node={node} purpose={purpose} /> : <Signs node={node} />}
      {dragging && below > 0 ? (
        <span className="absolute -top-2.5 -right-2.5 rounded-full bg-accent px-1.5 text-2xs text-accent-text leading-5 tabular">
          {t("canvas.withBelow", { count: below })}
        </span>
      ) : null}
      {readOnly || dragging || !(near || chosen) ? null : (
        <div
          className={cn(
            "nodrag absolute -bottom-3 left-1/2 z-10 -translate-x-1/2 opacity-0 transition-opacity group-hover:opacity-100 has-data-[state=open]:opacity-100 touch:opacity-100",
            chosen && "opacity-100",
          )}
        >
          <AddStepMenu slot={slotAfter(node)} branchesOf={node} compact />
        </div>
      )}
      <Handle type="source" position={Position.Bottom} className={hidden} isConnectable={false} />
    </div>
  );
});

/** A step that does one thing says which; what it says otherwise stands above. */
function PurposeLine({ node, purpose }: { node: QuestionNode; purpose: Purpose }) {
  const t = useTranslations("flows.types");
  const conditional = purpose !== "condition" && node.conditions_to_show.length > 0;
  return (
    <div className="flex h-6 items-center gap-2 overflow-hidden px-2.5 text-2xs text-text-muted">
      <span className="truncate">{t(purpose)}</span>
      {conditional ? <Sign icon={<Flag />}>{node.conditions_to_show.length}</Sign> : null}
    </div>
  );
}

function Signs({ node }: { node: QuestionNode }) {
  const operator = node.actions.some((action) => action.name === "OPERATOR_NEEDED");
  return (
    <div className="flex h-6 items-center gap-2 overflow-hidden px-2.5 text-2xs text-text-muted">
      {node.go_to_internal_name ? <Sign icon={<CornerDownRight />}>{node.go_to_internal_name}</Sign> : null}
      {node.tag ? <Sign icon={<Tag />}>{node.tag}</Sign> : null}
      {node.assigned_to.length > 0 ? <Sign icon={<UserPlus />}>{node.assigned_to.length}</Sign> : null}
      {node.fulfillment_url ? <Sign icon={<Globe />} /> : null}
      {operator ? <Sign icon={<Headset />} /> : null}
      {node.conditions_to_show.length > 0 ? <Sign icon={<Flag />}>{node.conditions_to_show.length}</Sign> : null}
    </div>
  );
}

function Sign({ icon, children }: { icon: ReactNode; children?: ReactNode }) {
  return (
    <span className="inline-flex min-w-0 items-center gap-1 [&_svg]:size-3 [&_svg]:shrink-0" aria-hidden>
      {icon}
      {children === undefined ? null : <span className="truncate">{children}</span>}
    </span>
  );
}
