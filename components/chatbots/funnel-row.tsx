"use client";

import Link from "next/link";
import { useFormatter, useTranslations } from "next-intl";
import { percent, type StepCount } from "./funnel-steps.ts";

type FunnelRowProps = {
  step: StepCount;
  most: number;
  /** The first words of the step. */
  text: string;
  /** Its place in the editor; none where the flow has it no more. */
  href: string | undefined;
};

/** One step: how many came, answered, gave up and left, as a bar and in figures. */
export function FunnelRow({ step, most, text, href }: FunnelRowProps) {
  const t = useTranslations("funnel");
  const format = useFormatter();
  const { internalName, entered, answered, gaveUp, abandoned } = step;
  const parts = [
    { id: "answered", count: answered, color: "bg-success" },
    { id: "gaveUp", count: gaveUp, color: "bg-warning" },
    { id: "abandoned", count: abandoned, color: "bg-danger" },
  ] as const;
  return (
    <li className="grid gap-1.5 px-3 py-2.5">
      <div className="flex min-w-0 items-baseline gap-2">
        {href ? (
          <Link
            href={href}
            className="inline-flex min-h-6 shrink-0 items-center self-center font-medium font-mono text-xs hover:underline touch:min-h-11"
          >
            {internalName}
          </Link>
        ) : (
          <span className="shrink-0 font-mono text-text-muted text-xs">{t("removed", { step: internalName })}</span>
        )}
        <span className="min-w-0 flex-1 truncate text-sm text-text-muted">{text}</span>
        <span className="tabular shrink-0 font-medium text-sm">{t("entered", { count: entered })}</span>
      </div>
      <div aria-hidden className="h-2.5 overflow-hidden rounded-full bg-text/6">
        <div
          className="flex h-full overflow-hidden rounded-full bg-text-faint"
          style={{ width: `${percent(entered, most)}%` }}
        >
          {parts.map(({ id, count, color }) => (
            <span key={id} className={color} style={{ width: `${percent(count, entered)}%` }} />
          ))}
        </div>
      </div>
      <p className="tabular flex flex-wrap gap-x-3 text-text-muted text-xs">
        {parts
          .filter(({ count }) => count > 0)
          .map(({ id, count, color }) => (
            <span key={id} className="inline-flex items-center gap-1.5">
              <span aria-hidden className={`size-2 rounded-full ${color}`} />
              {t(id, { count, share: format.number(percent(count, entered) / 100, { style: "percent" }) })}
            </span>
          ))}
      </p>
    </li>
  );
}
