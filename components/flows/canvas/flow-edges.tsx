"use client";

import { BaseEdge, type Edge, type EdgeProps } from "@xyflow/react";
import { memo } from "react";

export type LineEdge = Edge<{ live: boolean }, "next">;
export type JumpEdge = Edge<{ live: boolean }, "jump">;

const above = 18;

/** Straight down, across just above the target, and down into it: the columns of a layout keep such lines apart. */
export const NextLine = memo(function NextLine({ id, sourceX, sourceY, targetX, targetY, data }: EdgeProps<LineEdge>) {
  const bus = targetY - above;
  const radius = Math.min(6, Math.abs(targetX - sourceX) / 2);
  const side = Math.sign(targetX - sourceX);
  const path =
    radius < 1
      ? `M${sourceX},${sourceY} V${targetY}`
      : `M${sourceX},${sourceY} V${bus - radius} Q${sourceX},${bus} ${sourceX + side * radius},${bus} ` +
        `H${targetX - side * radius} Q${targetX},${bus} ${targetX},${bus + radius} V${targetY}`;
  const style = data?.live
    ? { stroke: "var(--bot)", strokeWidth: 2 }
    : { stroke: "var(--border-strong)", strokeWidth: 1.5 };
  return <BaseEdge id={id} path={path} style={style} />;
});

const out = 120;

/** From the right side of a step around to the right side of another, dashed, with a head. */
export const JumpLine = memo(function JumpLine(props: EdgeProps<JumpEdge>) {
  const { id, sourceX, sourceY, targetX, targetY, data } = props;
  const from = { x: sourceX + out, y: sourceY - 52 };
  const to = { x: targetX + out, y: targetY + 52 };
  const bend = Math.max(from.x, to.x) + 60;
  const path = `M${from.x},${from.y} C${bend},${from.y} ${bend},${to.y} ${to.x + 7},${to.y}`;
  const head = `M${to.x + 9},${to.y - 5} L${to.x + 1},${to.y} L${to.x + 9},${to.y + 5}`;
  const stroke = data?.live ? "var(--bot)" : "var(--accent)";
  return (
    <>
      <BaseEdge id={id} path={path} style={{ stroke, strokeWidth: data?.live ? 2.5 : 1.5, strokeDasharray: "5 4" }} />
      <path d={head} fill="none" stroke={stroke} strokeWidth={1.5} />
    </>
  );
});
