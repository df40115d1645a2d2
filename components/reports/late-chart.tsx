"use client";

import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";

type Point = { from: string; label: string; value: number | null; told: string };
type LateChartProps = {
  title: string;
  points: readonly Point[];
  tell: (value: number) => string;
  /** The most that there can be; undefined: what there is. */
  most: number | undefined;
  /** Half a conversation is no value. */
  fractions: boolean;
  /** Where the axis is marked; undefined: wherever it is even. */
  ticks: number[] | undefined;
};

/** Bars over time. The arrow keys walk along them once the chart has the focus; the tooltip says what stands there. */
export function LateChart({ title, points, tell, most, fractions, ticks }: LateChartProps) {
  return (
    <div className="h-64 rounded-lg border border-border bg-surface p-2 text-xs">
      <ResponsiveContainer width="100%" height="100%">
        <BarChart data={[...points]} accessibilityLayer title={title} margin={{ top: 8, right: 8, bottom: 0, left: 8 }}>
          <CartesianGrid vertical={false} stroke="var(--border)" />
          <XAxis dataKey="label" tick={{ fill: "var(--text-muted)" }} stroke="var(--border-strong)" minTickGap={24} />
          <YAxis
            width={72}
            domain={[0, most ?? ticks?.at(-1) ?? "auto"]}
            {...(ticks ? { ticks } : {})}
            allowDecimals={fractions}
            tick={{ fill: "var(--text-muted)" }}
            stroke="var(--border-strong)"
            tickFormatter={(value: number) => tell(value)}
          />
          <Tooltip
            isAnimationActive={false}
            cursor={{ fill: "var(--border)" }}
            formatter={(value) => [typeof value === "number" ? tell(value) : "–", title]}
            contentStyle={{
              background: "var(--surface-raised)",
              border: "1px solid var(--border)",
              color: "var(--text)",
            }}
            itemStyle={{ color: "var(--text)" }}
          />
          <Bar dataKey="value" fill="var(--accent)" isAnimationActive={false} radius={[3, 3, 0, 0]} />
        </BarChart>
      </ResponsiveContainer>
    </div>
  );
}
