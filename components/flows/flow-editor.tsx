"use client";

import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useMay, useProfile } from "#components/frame/profile.tsx";
import { laterModal } from "#components/ui/late/later.tsx";
import { usePhone } from "#components/ui/use-media.ts";
import type { ChatbotSettings } from "#server/chatbots/schema.ts";
import type { ServerDraft } from "./draft/draft-state.ts";
import type { FlowFault } from "./draft/flow-faults.ts";
import { treeOf } from "./draft/flow-tree.ts";
import { useFaults } from "./draft/use-faults.ts";
import { type FlowDraft, type Published, useFlowDraft } from "./draft/use-flow-draft.ts";
import { useFlowFiles } from "./draft/use-flow-files.tsx";
import { usePublishing } from "./draft/use-publishing.ts";
import { EditingProvider, type FlowEditing, usePane } from "./editor-context.tsx";
import { FlowDesk } from "./flow-desk.tsx";
import { FlowHeader } from "./flow-header.tsx";
import { FlowNotices } from "./flow-notices.tsx";
import { FlowPanes } from "./flow-panes.tsx";
import { placeOf } from "./simulator/simulation.ts";
import { type Simulating, useSimulation } from "./simulator/use-simulation.ts";
import { createSelection } from "./step/step-selection.ts";
import { useEditorShortcuts } from "./use-editor-shortcuts.ts";

const StepSearch = laterModal(
  () => import("./canvas/step-search.tsx"),
  ({ StepSearch }) => StepSearch,
);
const PublishDialog = laterModal(
  () => import("./draft/publish-dialog.tsx"),
  ({ PublishDialog }) => PublishDialog,
);
const ConflictDialog = laterModal(
  () => import("./draft/conflict-dialog.tsx"),
  ({ ConflictDialog }) => ConflictDialog,
);
const ClashDialog = laterModal(
  () => import("./draft/clash-dialog.tsx"),
  ({ ClashDialog }) => ClashDialog,
);

const unknown: readonly FlowFault[] = [];

export type FlowEditorProps = {
  chatbot: { id: string; name: string; channels: readonly { id: string; type: string; label: string }[] };
  settings: ChatbotSettings;
  published: Published;
  /** The team's draft on the server; null where there is none. */
  server: ServerDraft | null;
};

/** The flow of a chatbot: outline, canvas and, beside it, the chosen step or a try. */
export function FlowEditor({ chatbot, settings, published, server }: FlowEditorProps) {
  const profile = useProfile();
  const readOnly = !useMay("websites_write");
  const draft = useFlowDraft({ userId: profile.user.id, chatbotId: chatbot.id, published, server, readOnly });
  const simulating = useSimulation(chatbot, draft.nodes, settings);
  const { editing, wanted, place } = useEditingState(chatbot.id, settings, readOnly, draft, simulating);
  const [searching, setSearching] = useState(false);
  const [asking, setAsking] = useState<"publish" | "conflict" | "clash">();
  const files = useFlowFiles(chatbot.name, draft);
  const settle = (next: Published) => {
    draft.settle(next);
    setAsking(undefined);
  };
  const publishing = usePublishing(chatbot.id, draft.nodes, {
    onPublished: settle,
    onConflict: () => setAsking("conflict"),
  });
  useFollowing(draft, published);
  useEditorShortcuts(editing, draft, { search: () => setSearching(true), publish: () => setAsking("publish") });
  const phone = usePhone();
  const panes = (withOutline: boolean) => (
    <FlowPanes
      withOutline={withOutline}
      simulating={simulating}
      published={published}
      dirty={draft.dirty}
      wanted={wanted}
      onRestored={settle}
    />
  );
  return (
    <EditingProvider editing={editing}>
      <div className="flex min-h-0 flex-1 flex-col">
        <FlowHeader
          name={chatbot.name}
          draft={draft}
          onSearch={() => setSearching(true)}
          onPublish={() => setAsking(draft.base.version === published.version ? "publish" : "conflict")}
          onImport={(text) => void files.read(text)}
          onExport={() => void files.write()}
          onDiscard={() => draft.replace(published.nodes, published)}
        />
        <FlowNotices
          draft={draft}
          published={published}
          onCompare={() => setAsking("conflict")}
          onCompareDrafts={() => setAsking("clash")}
        />
        {phone ? (
          panes(true)
        ) : (
          <FlowDesk
            canvas={place.canvas}
            outlineLabel={place.outlineLabel}
            panesLabel={place.panesLabel}
            panes={panes}
          />
        )}
      </div>
      <StepSearch open={searching} onOpenChange={setSearching} />
      <PublishDialog
        open={asking === "publish"}
        onOpenChange={(open) => setAsking(open ? "publish" : undefined)}
        base={draft.base}
        publishing={publishing}
        channels={chatbot.channels.map(({ label }) => label)}
      />
      <ConflictDialog
        open={asking === "conflict"}
        onOpenChange={(open) => setAsking(open ? "conflict" : undefined)}
        base={draft.base.version}
        publishing={publishing}
        onTakeTheirs={settle}
      />
      <ClashDialog
        open={asking === "clash" && draft.clash !== undefined}
        onOpenChange={(open) => setAsking(open ? "clash" : undefined)}
        draft={draft}
      />
      {files.refusal}
    </EditingProvider>
  );
}

/** What is chosen, what stands beside the canvas, and where the focus goes. */
function useEditingState(
  chatbotId: string,
  settings: ChatbotSettings,
  readOnly: boolean,
  draft: FlowDraft,
  simulating: Simulating,
) {
  const t = useTranslations("flows");
  const { nodes, change } = draft;
  const limit = settings.questions_limit ?? 200;
  const tree = useMemo(() => treeOf(nodes), [nodes]);
  const checked = useFaults(nodes, limit);
  const wantedStep = useSearchParams().get("node") ?? "";
  const [selection] = useState(() => createSelection(tree.byName.get(wantedStep)?.id));
  const { pane, paneAsked, setPane } = usePane(selection.get().id === undefined ? "steps" : "step");
  const [wanted, setWanted] = useState<{ field: string; at: number }>();
  const canvas = useRef<HTMLDivElement>(null);
  const { simulation } = simulating;
  const simulated = useMemo(() => simulation && placeOf(simulation), [simulation]);

  const select = useCallback((id: number | undefined) => selection.set(id), [selection]);
  const open = useCallback(
    (id: number, field = "") => {
      selection.set(id);
      setPane("step");
      setWanted({ field, at: Date.now() });
    },
    [selection, setPane],
  );
  const leave = useCallback(() => canvas.current?.focus({ preventScroll: true }), []);
  useEffect(() => {
    if (!wanted?.field) return;
    return whenDrawn(() => focusField(wanted.field));
  }, [wanted]);

  const editing = useMemo(
    (): FlowEditing => ({
      chatbotId,
      readOnly,
      chained: settings.chained_messages !== false,
      language: settings.lang ?? "en",
      nodes,
      tree,
      faults: checked ?? unknown,
      isChecked: checked !== undefined,
      selection,
      select,
      pane,
      paneAsked,
      setPane,
      open,
      leave,
      change,
      simulated,
    }),
    [
      chatbotId,
      readOnly,
      settings.chained_messages,
      settings.lang,
      nodes,
      tree,
      checked,
      selection,
      select,
      pane,
      paneAsked,
      setPane,
      open,
      leave,
      change,
      simulated,
    ],
  );
  const place = { canvas, outlineLabel: t("outline.width"), panesLabel: t("panes.width") };
  return { editing, wanted: wanted?.field, place };
}

/** Tries with each frame, as the panel may still be on its way; it gives up after a while. */
function whenDrawn(attempt: () => boolean): () => void {
  const end = performance.now() + 3000;
  const look = () => {
    if (!attempt() && performance.now() < end) frame = requestAnimationFrame(look);
  };
  let frame = requestAnimationFrame(look);
  return () => cancelAnimationFrame(frame);
}

/** Whether nothing is left to do. */
function focusField(field: string): boolean {
  // Who has opened a menu meanwhile is elsewhere already; taking the focus would close it.
  if (document.querySelector("[role=menu][data-state=open]")) return true;
  const control = document.querySelector(`[data-field="${CSS.escape(field)}"]`);
  const target = control?.matches("input, textarea, button")
    ? control
    : control?.querySelector("button, input, textarea");
  if (!(target instanceof HTMLElement)) return false;
  target.focus();
  return true;
}

/** Without changes of one's own, the flow in the editor is the one that is live. */
function useFollowing(draft: FlowDraft, published: Published): void {
  const { dirty, base, settle } = draft;
  useEffect(() => {
    if (!dirty && base.version !== published.version) settle(published);
  }, [dirty, base.version, published, settle]);
}
