"use client";

import { TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { useTickingNow } from "#components/time/ticking-now.ts";
import { Badge } from "#components/ui/badge.tsx";
import type { Token } from "#server/tokens/schema.ts";
import { isUnused, statesOf } from "./token-state.ts";

/** Warns that a token has ended, soon will, or is not used. */
export function TokenStates({ token }: { token: Token }) {
  const t = useTranslations("tokens.state");
  const states = statesOf(token, useTickingNow());
  if (states.length === 0) return null;
  return (
    <span className="flex min-w-0 flex-wrap gap-1">
      {states.map(({ kind, days }) => (
        <Badge key={kind} tone={kind === "expired" ? "danger" : "warning"}>
          {t(kind, { days })}
        </Badge>
      ))}
    </span>
  );
}

/** A warning above the list where there are unused tokens. */
export function UnusedTokens({ tokens }: { tokens: readonly Token[] }) {
  const t = useTranslations("tokens");
  const now = useTickingNow();
  const count = tokens.filter((token) => isUnused(token, now)).length;
  if (count === 0) return null;
  return (
    <div
      role="status"
      className="mx-5 mt-2 flex items-start gap-3 rounded-lg border border-warning/30 bg-warning/8 px-3 py-2 text-sm phone:mx-4"
    >
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warning" />
      <div className="min-w-0">
        <p className="font-medium">{t("unused", { count })}</p>
        <p className="text-pretty text-text-muted">{t("unusedHint")}</p>
      </div>
    </div>
  );
}
