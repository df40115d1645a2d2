"use client";

import { useResolvedTheme } from "#components/frame/look/theme.ts";
import "@xyflow/react/dist/base.css";
import {
  applyNodeChanges,
  Background,
  BackgroundVariant,
  type NodeChange,
  Panel,
  ReactFlow,
  ReactFlowProvider,
  type Viewport,
  ViewportPortal,
} from "@xyflow/react";
import { useTranslations } from "next-intl";
import { type Ref, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useEditing } from "../editor-context.tsx";
import { useStepKeys } from "../step/use-step-keys.ts";
import { AddStepMenu } from "./add-step-menu.tsx";
import { BranchPill, FlowEnd } from "./branch-pill.tsx";
import { DropMarks, ZoomBar } from "./canvas-controls.tsx";
import { type CanvasEdge, type CanvasNode, edgesOf, nodesOf, reused } from "./canvas-elements.ts";
import { Centring } from "./centring.ts";
import { JumpLine, NextLine } from "./flow-edges.tsx";
import { type FlowLayout, layoutOf } from "./flow-layout.ts";
import { openingView } from "./opening-view.ts";
import { StepAnnouncer } from "./step-announcer.tsx";
import { StepCard } from "./step-card.tsx";
import { useStepDrag } from "./use-step-drag.ts";

const nodeTypes = { card: StepCard, pill: BranchPill, end: FlowEnd };
const edgeTypes = { next: NextLine, jump: JumpLine };

type FlowCanvasProps = { focusRef: Ref<HTMLDivElement> };

/** The flow drawn: lines run down, branches side by side, jumps dashed. One tab stop; keys move along the tree. */
export function FlowCanvas({ focusRef }: FlowCanvasProps) {
  const t = useTranslations("flows.canvas");
  const { tree, selection } = useEditing();
  const layout = useMemo(() => layoutOf(tree), [tree]);
  const pane = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<Viewport>();
  // Measured before anything is painted, so that the canvas opens where it stays.
  useLayoutEffect(() => {
    const { clientWidth: width = 0, clientHeight: height = 0 } = pane.current ?? {};
    setView((now) => now ?? openingView(layout, { width, height }, selection.get().id));
  }, [layout, selection]);
  return (
    <ReactFlowProvider>
      <div ref={pane} className="relative min-h-0 min-w-0 flex-1 bg-background">
        <p id="flow-keys" className="sr-only">
          {t("keys")}
        </p>
        <StepAnnouncer />
        {view ? <Drawing layout={layout} view={view} focusRef={focusRef} /> : null}
      </div>
    </ReactFlowProvider>
  );
}

/** The elements of the canvas; a step in the hand has a place of its own until it is let go. */
function useElements(layout: FlowLayout) {
  const t = useTranslations("flows.canvas");
  const { tree, faults, simulated, readOnly } = useEditing();
  const laidOut = useMemo(
    () => nodesOf(layout, { tree, faults, simulated, readOnly }, t("end")),
    [layout, tree, faults, simulated, readOnly, t],
  );
  const edges = useMemo(() => edgesOf(layout, tree, simulated), [layout, tree, simulated]);
  const [nodes, setNodes] = useState<CanvasNode[]>(laidOut);
  const [shown, setShown] = useState(laidOut);
  if (shown !== laidOut) {
    setShown(laidOut);
    setNodes((now) => reused(now, keepDragged(now, laidOut)));
  }
  return { nodes, edges, setNodes, reset: () => setNodes(laidOut) };
}

function keepDragged(now: readonly CanvasNode[], laidOut: CanvasNode[]): CanvasNode[] {
  const held = now.find((node) => node.dragging);
  if (!held) return laidOut;
  return laidOut.map((node) => (node.id === held.id ? { ...node, position: held.position, dragging: true } : node));
}

function Drawing({ layout, view, focusRef }: FlowCanvasProps & { layout: FlowLayout; view: Viewport }) {
  const t = useTranslations("flows");
  const { nodes: steps, readOnly, select, open, simulated } = useEditing();
  const { nodes, edges, setNodes, reset } = useElements(layout);
  const drag = useStepDrag(layout);
  const onKeyDown = useStepKeys();
  const theme = useResolvedTheme();
  return (
    <ReactFlow<CanvasNode, CanvasEdge>
      ref={focusRef}
      colorMode={theme}
      tabIndex={0}
      aria-label={t("canvas.label")}
      aria-describedby="flow-keys"
      onKeyDown={(event) => event.target === event.currentTarget && onKeyDown(event)}
      className="[--xy-background-color:transparent] focus-visible:outline-offset-[-2px] [&_.react-flow\\_\\_attribution]:bg-transparent! [&_.react-flow\\_\\_node:has([data-chosen])]:z-10! [&_.react-flow\\_\\_attribution_a]:text-text-muted!"
      nodes={nodes}
      edges={edges}
      nodeTypes={nodeTypes}
      edgeTypes={edgeTypes}
      onNodesChange={(changes: NodeChange<CanvasNode>[]) => setNodes((now) => applyNodeChanges(changes, now))}
      onNodeClick={(_, node) => node.type === "card" && select(node.data.node.id)}
      onNodeDoubleClick={(_, node) => node.type === "card" && open(node.data.node.id, "text")}
      onPaneClick={() => select(undefined)}
      onNodeDragStart={(_, node) => drag.start(node)}
      onNodeDrag={(_, node) => drag.over(node)}
      onNodeDragStop={() => {
        drag.drop();
        reset();
      }}
      onlyRenderVisibleElements
      nodesConnectable={false}
      nodesFocusable={false}
      edgesFocusable={false}
      elementsSelectable={false}
      nodesDraggable={!readOnly}
      nodeDragThreshold={4}
      deleteKeyCode={null}
      disableKeyboardA11y
      minZoom={0.15}
      maxZoom={1.5}
      defaultViewport={view}
      panOnScroll
      zoomOnDoubleClick={false}
    >
      <Centring layout={layout} waiting={simulated?.waiting} />
      <Background variant={BackgroundVariant.Dots} gap={20} size={1.2} color="var(--border-strong)" />
      <ViewportPortal>
        <DropMarks slots={drag.slots} near={drag.near} />
      </ViewportPortal>
      <Panel position="bottom-left">
        <ZoomBar />
      </Panel>
      {steps.length === 0 && !readOnly ? (
        <Panel position="top-center">
          <div className="mt-10 grid justify-items-center gap-3 rounded-lg border border-border bg-surface-raised p-6 text-center">
            <p className="max-w-70 text-sm text-text-muted">{t("canvas.empty")}</p>
            <AddStepMenu slot={{ parent: "", label: "", after: null }} label={t("add.first")} />
          </div>
        </Panel>
      ) : null}
    </ReactFlow>
  );
}
