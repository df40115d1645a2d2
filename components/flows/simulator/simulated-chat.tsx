"use client";

import { Bot, Globe, Headset, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { cn } from "#components/ui/class-names.ts";
import type { SimulatedLine } from "./simulation.ts";

type SimulatedChatProps = {
  lines: readonly SimulatedLine[];
  onSay: (text: string) => void;
  /** The flow has nothing more to ask. */
  over: boolean;
  /** The message about which an endpoint is being asked. */
  asking: string | undefined;
};

const isHandOver = ({ from, text }: SimulatedLine) => from === "event" && text === "operator";

/** What has been said; the options of the last question can be pressed. */
export function SimulatedChat({ lines, onSay, over, asking }: SimulatedChatProps) {
  const t = useTranslations("flows.simulator");
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (lines.length > 0 || asking) end.current?.scrollIntoView({ block: "end" });
  }, [lines, asking]);
  const isLast = (at: number) => at === lines.length - 1 && asking === undefined;
  return (
    <div
      role="log"
      aria-label={t("log")}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
      tabIndex={0}
      className="grid min-h-32 flex-1 content-start gap-2 overflow-y-auto px-3 py-3 focus-visible:outline-offset-[-2px]"
    >
      {lines.map((line, at) => (
        <Line key={`${at} ${line.from}`} line={line} onSay={isLast(at) ? onSay : undefined} />
      ))}
      {asking === undefined ? null : (
        <>
          <Line line={{ from: "visitor", text: asking, options: [] }} onSay={undefined} />
          <p className="inline-flex items-center gap-1.5 justify-self-center text-text-muted text-xs">
            <Globe aria-hidden className="size-3.5 motion-safe:animate-pulse" />
            {t("endpoint.asking")}
          </p>
        </>
      )}
      {over && asking === undefined && !lines.some(isHandOver) ? (
        <p className="justify-self-center text-text-muted text-xs">{t("ended")}</p>
      ) : null}
      <div ref={end} />
    </div>
  );
}

function Line({ line, onSay }: { line: SimulatedLine; onSay: ((text: string) => void) | undefined }) {
  const t = useTranslations("flows.simulator");
  if (line.from === "event") return <Happened what={line.text} />;
  const fromBot = line.from === "bot";
  return (
    <div className={cn("grid max-w-[85%] gap-1.5", fromBot ? "justify-self-start" : "justify-self-end")}>
      <div
        dir="auto"
        className={cn(
          "whitespace-pre-wrap rounded-xl px-3 py-1.5 text-sm wrap-anywhere",
          fromBot ? "border border-bot/40 border-dashed bg-bot-surface" : "bg-visitor-surface",
        )}
      >
        <span className="sr-only">{t(fromBot ? "bot" : "visitor")}: </span>
        {fromBot ? <Bot aria-hidden className="me-1.5 inline size-3.5 align-[-2px] text-bot" /> : null}
        {line.imageUrl ? <Picture url={line.imageUrl} /> : null}
        {line.text}
      </div>
      {line.options.length > 0 ? (
        <div className="flex flex-wrap gap-1.5">
          {[...new Set(line.options)].map((option) => (
            <button
              key={option}
              type="button"
              dir="auto"
              disabled={!onSay}
              onClick={() => onSay?.(option)}
              className="min-h-7 max-w-full rounded-full border border-accent/60 px-2.5 text-accent text-xs wrap-anywhere enabled:hover:bg-accent/10 disabled:border-border-strong disabled:text-text-muted touch:min-h-11"
            >
              {option}
            </button>
          ))}
        </div>
      ) : null}
    </div>
  );
}

function Happened({ what }: { what: string }) {
  const t = useTranslations("flows.simulator");
  const failed = what !== "operator";
  const Icon = failed ? TriangleAlert : Headset;
  return (
    <p
      className={cn(
        "inline-flex items-center gap-1.5 justify-self-center text-xs",
        failed ? "text-danger" : "text-text-muted",
      )}
    >
      <Icon aria-hidden className="size-3.5 shrink-0" />
      {t(what === "failed" ? "endpoint.failed" : failed ? "endpoint.fallback" : "operator")}
    </p>
  );
}

/* A picture of a draft is only named: fetching it would tell its host who edits. */
function Picture({ url }: { url: string }) {
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" className="block truncate text-accent underline">
      {url}
    </a>
  );
}
