"use client";

import { MousePointerClick, Pause, Play, RotateCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { useCommands } from "#components/frame/command-registry.tsx";
import { useMay } from "#components/frame/profile.tsx";
import { useShortcuts } from "#components/keys/shortcuts.tsx";
import type { DataListHandle } from "#components/tables/data-list.tsx";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ResizablePane } from "#components/ui/resizable-pane.tsx";
import type { Webhook } from "#server/webhooks/schema.ts";
import { AttemptDetail } from "./attempt-detail.tsx";
import { LogFilters } from "./log-filters.tsx";
import { LogList } from "./log-list.tsx";
import { useLog } from "./use-log.ts";
import { useLogAddress } from "./use-log-address.ts";

type LogViewProps = { webhook: Webhook; onTest: () => void; onRedeliverFailed: () => void };

/** Two panes: the attempts, and the one that is open. On a phone one at a time. */
export function LogView({ webhook, onTest, onRedeliverFailed }: LogViewProps) {
  const t = useTranslations("webhooks.log");
  const mayWrite = useMay("webhooks_write");
  const { filter, logId, setFilter, open } = useLogAddress();
  const [paused, setPaused] = useState(false);
  const [atTop, setAtTop] = useState(true);
  const log = useLog(webhook.id, filter, paused || !atTop);
  const list = useRef<DataListHandle>(null);
  const search = useRef<HTMLInputElement>(null);
  const toggleLive = () => setPaused((before) => !before);
  useShortcuts(t("title"), [
    { keys: "j", label: t("shortcuts.next"), run: () => list.current?.move("next") },
    { keys: "k", label: t("shortcuts.previous"), run: () => list.current?.move("previous") },
    { keys: "/", label: t("shortcuts.search"), run: () => search.current?.focus() },
    { keys: "l", label: t("shortcuts.live"), run: toggleLive },
  ]);
  useLiveCommand(toggleLive);
  const showNewer = () => {
    setPaused(false);
    list.current?.scrollToTop();
  };
  return (
    <section aria-label={t("title")} className="flex min-h-0 flex-1 flex-col border-border border-t">
      <div
        className={cn(
          "flex flex-wrap items-center gap-x-3 gap-y-2 border-border border-b px-5 py-2 phone:flex-col phone:flex-nowrap phone:items-stretch phone:px-3",
          logId !== "" && "phone:hidden",
        )}
      >
        <LogFilters filter={filter} onFilter={setFilter} eventTypes={webhook.eventTypes} searchRef={search} />
        <div className="flex items-center gap-1.5 phone:[&>*]:flex-1">
          <LiveButton paused={paused} onToggle={toggleLive} />
          {mayWrite ? (
            <Button size="sm" icon={<RotateCw aria-hidden />} onClick={onRedeliverFailed}>
              {t("redeliverFailed")}
            </Button>
          ) : null}
        </div>
      </div>
      <div className="flex min-h-0 flex-1">
        <ResizablePane
          storageKey="webhook-log"
          label={t("width")}
          defaultWidth={400}
          min={300}
          max={640}
          className={cn("border-border border-r phone:border-r-0", logId !== "" && "phone:hidden")}
        >
          <LogList
            ref={list}
            log={log}
            filter={filter}
            selectedId={logId}
            onOpen={open}
            onAtTopChange={setAtTop}
            onShowNewer={showNewer}
            onClear={setFilter}
            onTest={mayWrite ? onTest : undefined}
          />
        </ResizablePane>
        <div className={cn("flex min-h-0 min-w-0 flex-1 flex-col", logId === "" && "phone:hidden")}>
          {logId === "" ? (
            <EmptyState icon={<MousePointerClick />} title={t("choose")} className="my-auto" />
          ) : (
            <AttemptDetail
              webhook={webhook}
              logId={logId}
              known={log.all.find(({ id }) => id === logId)}
              onOpen={open}
            />
          )}
        </div>
      </div>
    </section>
  );
}

function useLiveCommand(toggleLive: () => void): void {
  const t = useTranslations("webhooks.palette");
  useCommands([
    { id: "webhook live", group: t("group"), label: t("live"), icon: Pause, shortcut: "l", run: toggleLive },
  ]);
}

function LiveButton({ paused, onToggle }: { paused: boolean; onToggle: () => void }) {
  const t = useTranslations("webhooks.log");
  return (
    <Button
      size="sm"
      aria-pressed={!paused}
      title={paused ? t("resumeLive") : t("pauseLive")}
      icon={paused ? <Play aria-hidden /> : <LiveDot />}
      onClick={onToggle}
    >
      {paused ? t("livePaused") : t("live")}
    </Button>
  );
}

/** Animated only where motion is welcome, and only while the page is visible. */
function LiveDot() {
  const dot = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const beat = dot.current?.animate([{ opacity: 1 }, { opacity: 0.35 }, { opacity: 1 }], {
      duration: 2000,
      iterations: Number.POSITIVE_INFINITY,
    });
    return () => beat?.cancel();
  }, []);
  return (
    <span aria-hidden className="grid size-4 place-items-center">
      <span ref={dot} className="size-2 rounded-full bg-success" />
    </span>
  );
}
