"use client";

import { useTranslations } from "next-intl";
import { Badge, type BadgeTone } from "#components/ui/badge.tsx";
import type { FulfillmentCall } from "#server/chatbots/fulfillment/schema.ts";
import { type DataChange, dataDiff } from "./data-diff.ts";

const tones: Record<DataChange["kind"], BadgeTone> = {
  added: "success",
  changed: "accent",
  removed: "danger",
  same: "neutral",
};

/** What was known of the visitor before the turn and after it; changes first. */
export function FulfillmentData({ before, after }: Pick<FulfillmentCall, "before" | "after">) {
  const t = useTranslations("fulfillment.data");
  const changes = dataDiff(before, after).sort((a, b) => Number(a.kind === "same") - Number(b.kind === "same"));
  if (changes.length === 0) return <p className="text-sm text-text-muted">{t("nothing")}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a block that scrolls must be reachable by keyboard
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div role="group" aria-label={t("title")} tabIndex={0} className="overflow-x-auto rounded-md border border-border">
      <table className="w-full min-w-110 text-left text-sm">
        <thead className="text-text-muted text-xs">
          <tr className="border-border border-b">
            {(["field", "before", "after"] as const).map((key) => (
              <th key={key} scope="col" className="px-3 py-2 font-medium">
                {t(key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {changes.map((change) => (
            <tr key={change.path} className="border-border border-b align-top last:border-b-0">
              <th scope="row" className="px-3 py-2 font-normal">
                <span className="flex flex-wrap items-center gap-2">
                  <code className="break-all font-mono text-xs">{change.path}</code>
                  {change.kind === "same" ? null : (
                    <Badge tone={tones[change.kind]} className="h-4 text-2xs">
                      {t(`kinds.${change.kind}`)}
                    </Badge>
                  )}
                </span>
              </th>
              <td className="max-w-60 break-words px-3 py-2 text-text-muted">{change.before || "–"}</td>
              <td className="max-w-60 break-words px-3 py-2">{change.after || "–"}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
