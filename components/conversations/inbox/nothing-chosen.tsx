"use client";

import { useFormatter, useTranslations } from "next-intl";
import { Kbd } from "#components/keys/kbd.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { useCounts } from "../data/use-counts.ts";
import { FirstSteps } from "./first-steps.tsx";
import type { InboxView } from "./membership.ts";

type NothingChosenProps = {
  counts: ReturnType<typeof useCounts>;
  onView: (view: InboxView) => void;
};

const keys = [
  { keys: "j", label: "next" },
  { keys: "k", label: "previous" },
  { keys: "enter", label: "open" },
  { keys: "r", label: "reply" },
  { keys: "n", label: "note" },
  { keys: "a", label: "assign" },
  { keys: "b", label: "bot" },
  { keys: "e", label: "close" },
  { keys: "/", label: "search" },
] as const;

/** Beside the list while no conversation is open: how things stand, and how to get on by keyboard. */
export function NothingChosen({ counts, onView }: NothingChosenProps) {
  const t = useTranslations("inbox.nothing");
  const tKeys = useTranslations("inbox.shortcuts");
  return (
    <section aria-label={t("title")} className="m-auto grid w-full max-w-130 gap-8 px-6 py-8">
      <FirstSteps />
      <h2 className="text-center font-semibold text-lg">{t("title")}</h2>
      <div className="grid grid-cols-4 divide-x divide-border overflow-hidden rounded-lg border border-border">
        <Counter label={t("waiting")} value={counts?.unassigned} onOpen={() => onView("unassigned")} />
        <Counter label={t("mine")} value={counts?.mine} onOpen={() => onView("mine")} />
        <Counter label={t("unread")} value={counts?.unread} onOpen={() => onView("mine")} />
        <Counter label={t("bot")} value={counts?.bot} onOpen={() => onView("bot")} />
      </div>
      <div>
        <h3 className="pb-2 text-center text-text-muted text-xs">{t("keys")}</h3>
        <dl className="mx-auto grid max-w-80 grid-cols-[1fr_auto] gap-x-6 gap-y-1.5 text-sm">
          {keys.map(({ keys: chord, label }) => (
            <div key={chord} className="contents">
              <dt className="text-text-muted">{tKeys(label)}</dt>
              <dd className="justify-self-end">
                <Kbd keys={chord} />
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}

function Counter({ label, value, onOpen }: { label: string; value: number | undefined; onOpen: () => void }) {
  const format = useFormatter();
  return (
    <button
      type="button"
      onClick={onOpen}
      className="grid content-start gap-0.5 px-3 py-2.5 text-start hover:bg-text/4 focus-visible:outline-offset-[-2px]"
    >
      {value === undefined ? (
        <Skeleton className="my-1.5 h-5 w-8" />
      ) : (
        <span className="font-semibold text-2xl tabular">{format.number(value)}</span>
      )}
      <span className="text-text-muted text-xs">{label}</span>
    </button>
  );
}
