"use client";

import { Handle, type Node, type NodeProps, Position } from "@xyflow/react";
import { Split, Unlink } from "lucide-react";
import { useTranslations } from "next-intl";
import { memo, useState } from "react";
import { cn } from "#components/ui/class-names.ts";
import type { QuestionNode } from "#server/chatbots/schema.ts";
import type { Branch } from "../draft/flow-tree.ts";
import { purposeOf } from "../step/step-kinds.ts";
import { AddStepMenu } from "./add-step-menu.tsx";
import { pillSize } from "./flow-layout.ts";

export type PillData = { parent: QuestionNode; branch: Branch; readOnly: boolean };
export type PillNode = Node<PillData, "pill">;
export type EndNode = Node<{ label: string }, "end">;

const hidden = "pointer-events-none! size-px! min-h-0! min-w-0! border-0! opacity-0";

/** The head of a branch: an option of a list, or any answer. */
export const BranchPill = memo(function BranchPill({ data: { parent, branch, readOnly } }: NodeProps<PillNode>) {
  const t = useTranslations("flows.canvas");
  // As with the steps: the menu is there once the pointer comes.
  const [near, setNear] = useState(false);
  const stray = branch.kind === "stray" && parent.response_type === "LIST";
  return (
    <div
      style={pillSize}
      onPointerEnter={() => setNear(true)}
      className={cn(
        "group relative flex items-center justify-center gap-1.5 rounded-full border bg-surface px-3 text-xs",
        stray ? "border-warning text-warning" : "border-border-strong text-text-muted",
      )}
    >
      <Handle type="target" position={Position.Top} className={hidden} isConnectable={false} />
      {branch.kind === "any" ? <Split aria-hidden className="size-3 shrink-0" /> : null}
      {stray ? <Unlink aria-hidden className="size-3 shrink-0" /> : null}
      <span dir="auto" className="truncate">
        {branch.kind === "any" ? t(purposeOf(parent) === "condition" ? "whenHolds" : "anyAnswer") : branch.label}
      </span>
      {readOnly || !near ? null : (
        <div className="nodrag absolute -bottom-3 left-1/2 z-10 -translate-x-1/2 opacity-0 transition-opacity group-hover:opacity-100 has-data-[state=open]:opacity-100 touch:opacity-100">
          <AddStepMenu slot={{ parent: parent.internal_name, label: branch.label, after: null }} compact />
        </div>
      )}
      <Handle type="source" position={Position.Bottom} className={hidden} isConnectable={false} />
    </div>
  );
});

/** Where the flow has no more to say. */
export const FlowEnd = memo(function FlowEnd({ data }: NodeProps<EndNode>) {
  return (
    <div style={pillSize} className="flex items-center justify-center rounded-full bg-text/6 text-text-muted text-xs">
      <Handle type="target" position={Position.Top} className={hidden} isConnectable={false} />
      {data.label}
    </div>
  );
});
