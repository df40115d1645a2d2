"use client";

import { PanelRight, X } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { untilLoaded } from "#components/ui/late/insist.ts";
import { ResizablePane } from "#components/ui/resizable-pane.tsx";
import { useMedia } from "#components/ui/use-media.ts";
import { useEditing } from "./editor-context.tsx";
import { FlowOutline } from "./outline/flow-outline.tsx";
import { useChosen } from "./step/step-selection.ts";

/* It draws what fits into its window, which only a browser has; a phone has none. */
const FlowCanvas = dynamic(async () => (await untilLoaded(() => import("./canvas/flow-canvas.tsx"))).FlowCanvas, {
  ssr: false,
  loading: () => <div aria-busy className="min-h-0 min-w-0 flex-1 bg-background" />,
});

type FlowDeskProps = {
  canvas: RefObject<HTMLDivElement | null>;
  outlineLabel: string;
  panesLabel: string;
  /** What stands beside the canvas; it holds the outline where that has no column of its own. */
  panes: (withOutline: boolean) => ReactNode;
};

/** Outline, canvas and panes side by side; where there is no room, the canvas alone with a sheet over its right. */
export function FlowDesk({ canvas, outlineLabel, panesLabel, panes }: FlowDeskProps) {
  const narrow = useMedia("(width < 64rem)", false);
  if (narrow) {
    return (
      <div className="relative flex min-h-0 flex-1 overflow-clip">
        <FlowCanvas focusRef={canvas} />
        <PanesSheet>{panes(true)}</PanesSheet>
      </div>
    );
  }
  // The server knows no width: where it drew for a desk, the columns are hidden until the page lives.
  return (
    <div className="flex min-h-0 flex-1">
      <ResizablePane
        storageKey="flow-outline"
        label={outlineLabel}
        defaultWidth={232}
        min={160}
        max={420}
        className="border-border border-r max-lg:hidden"
      >
        <FlowOutline />
      </ResizablePane>
      <FlowCanvas focusRef={canvas} />
      <ResizablePane
        storageKey="flow-panes"
        label={panesLabel}
        defaultWidth={384}
        min={300}
        max={620}
        handle="left"
        className="border-border border-l bg-surface max-lg:hidden"
      >
        {panes(false)}
      </ResizablePane>
    </div>
  );
}

/* Comes with the step that is chosen, or the pane that is asked for; goes when the canvas is touched. */
function PanesSheet({ children }: { children: ReactNode }) {
  const t = useTranslations("flows.panes");
  const tDialog = useTranslations("ui.dialog");
  const { paneAsked } = useEditing();
  const { id: selected } = useChosen();
  const opener = useRef<HTMLButtonElement>(null);
  const sheet = useRef<HTMLElement>(null);
  const [shown, setShown] = useState(false);
  const [asked, setAsked] = useState({ paneAsked, selected });
  // The pane that was there before can be asked for again.
  if (asked.paneAsked !== paneAsked || asked.selected !== selected) {
    setAsked({ paneAsked, selected });
    setShown(asked.paneAsked !== paneAsked || selected !== undefined);
  }
  const close = useCallback(() => {
    if (sheet.current?.contains(document.activeElement)) opener.current?.focus();
    setShown(false);
  }, []);
  useEffect(() => {
    if (!shown) return;
    const onKeyDown = (event: KeyboardEvent) => event.key === "Escape" && !event.defaultPrevented && close();
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [shown, close]);
  return (
    <>
      <Button
        ref={opener}
        size="sm"
        icon={<PanelRight aria-hidden />}
        onClick={() => setShown(true)}
        className="absolute top-3 right-3 z-10"
      >
        {t("label")}
      </Button>
      {/* Kept while it is away: a try in it goes on. */}
      <section
        ref={sheet}
        aria-label={t("label")}
        hidden={!shown}
        className="absolute inset-y-0 right-0 z-20 flex w-96 max-w-[85%] flex-col border-border border-l bg-surface shadow-float [&[hidden]]:hidden"
      >
        <IconButton label={tDialog("close")} size="sm" onClick={close} className="absolute top-1.5 right-2 z-10">
          <X aria-hidden />
        </IconButton>
        {children}
      </section>
    </>
  );
}
