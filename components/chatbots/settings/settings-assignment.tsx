"use client";

import { announce } from "@atlaskit/pragmatic-drag-and-drop-live-region";
import { useTranslations } from "next-intl";
import { useCallback, useRef } from "react";
import { SettingsSection } from "#components/companies/settings-parts.tsx";
import { Switch } from "#components/forms/switch.tsx";
import { OrderedRow } from "#components/tables/ordered-row.tsx";
import { reordered } from "#components/tables/row-order.ts";
import { cn } from "#components/ui/class-names.ts";
import type { SettingsDraft } from "./settings-draft.ts";
import type { SettingsPartProps } from "./settings-texts.tsx";

type Ways = SettingsDraft["assign_priority"];

/** The order in which ways to find a person of the team are tried. */
export function SettingsAssignment({ draft, change, readOnly }: SettingsPartProps & { readOnly: boolean }) {
  const t = useTranslations("chatbot-settings.assignment");
  const ways = draft.assign_priority;
  const latest = useRef({ ways, change, t });
  latest.current = { ways, change, t };
  // The drag listens anew whenever this changes, so it stays the same.
  const move = useCallback((from: number, to: number) => {
    const now = latest.current;
    const moved = now.ways[from];
    if (!moved) return;
    now.change({ assign_priority: reordered(now.ways, from, to) });
    announce(now.t("moved", { name: now.t(`ways.${moved.way}`), position: to + 1, count: now.ways.length }));
  }, []);
  const turn = (index: number, on: boolean) =>
    change({ assign_priority: ways.map((one, place) => (place === index ? { ...one, on } : one)) });
  return (
    <SettingsSection title={t("title")} description={t("hint")}>
      <ol aria-label={t("list")} className="rounded-lg border border-border">
        {ways.map((one, index) => (
          <WayRow
            key={one.way}
            {...one}
            index={index}
            count={ways.length}
            readOnly={readOnly}
            onMove={move}
            onTurn={(on) => turn(index, on)}
          />
        ))}
      </ol>
      {ways.some(({ on }) => on) ? null : <p className="text-sm text-text-muted">{t("nobody")}</p>}
    </SettingsSection>
  );
}

type WayRowProps = Ways[number] & {
  index: number;
  count: number;
  readOnly: boolean;
  onMove: (from: number, to: number) => void;
  onTurn: (on: boolean) => void;
};

function WayRow({ way, on, readOnly, onTurn, ...place }: WayRowProps) {
  const t = useTranslations("chatbot-settings.assignment");
  const name = t(`ways.${way}`);
  const position = place.index + 1;
  return (
    <OrderedRow {...place} handle={readOnly ? undefined : t("handle", { name, position, count: place.count })}>
      <span aria-hidden className="w-5 shrink-0 text-right text-text-muted text-xs tabular-nums">
        {position}
      </span>
      <div className={cn("grid min-w-0 flex-1", !on && "text-text-muted")}>
        <span className="font-medium text-sm">{name}</span>
        <span className="text-text-muted text-xs">{t(`hints.${way}`)}</span>
      </div>
      <Switch aria-label={name} checked={on} onCheckedChange={onTurn} />
    </OrderedRow>
  );
}
