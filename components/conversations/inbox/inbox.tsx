"use client";

import { useTranslations } from "next-intl";
import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { useImmersion } from "#components/frame/immersion.ts";
import { useShortcuts } from "#components/keys/shortcuts.tsx";
import { cn } from "#components/ui/class-names.ts";
import { later, laterModule } from "#components/ui/late/later.tsx";
import { ResizablePane } from "#components/ui/resizable-pane.tsx";
import { usePhone } from "#components/ui/use-media.ts";
import { ConversationPanel } from "../conversation-panel.tsx";
import { useConversationSearch } from "../data/conversation-search.ts";
import { useDirectory } from "../data/directory.ts";
import { useConversationList } from "../data/use-conversation-list.ts";
import { useCounts } from "../data/use-counts.ts";
import { useSelection } from "../selection/use-selection.ts";
import { FirstSteps } from "./first-steps.tsx";
import { isNarrowed, queryOf, writeAddress } from "./inbox-address.ts";
import { InboxHeader } from "./inbox-header.tsx";
import { InboxList, type InboxListHandle } from "./inbox-list.tsx";
import { NothingChosen } from "./nothing-chosen.tsx";
import { useDetails } from "./use-details.ts";
import { useGrouping } from "./use-grouping.ts";
import { useInboxAddress } from "./use-inbox-address.ts";
import { useNextAfterClosing } from "./use-next-after-closing.ts";

const DetailsPane = later(
  laterModule(() => import("../details/details-pane.tsx")),
  (module) => module.DetailsPane,
);

const InboxEmpty = later(
  laterModule(() => import("./inbox-empty.tsx")),
  (module) => module.InboxEmpty,
);

const SelectionBar = later(
  laterModule(() => import("../selection/selection-bar.tsx")),
  (module) => module.SelectionBar,
);

/** The page agents live in: list, thread and details; on a phone one of them at a time. */
export function Inbox() {
  const t = useTranslations("inbox");
  const navigation = useInboxAddress();
  const { address, open } = navigation;
  const { view, filter, conversationId } = address;
  const query = useMemo(() => ({ ...queryOf(filter), view }), [filter, view]);
  const list = useConversationList(query);
  const grouping = useGrouping(navigation);
  const counts = useCounts();
  const directory = useDirectory();
  const rows = useRef<InboxListHandle>(null);
  const search = useRef<HTMLInputElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const details = useDetails(conversationId);
  const phone = usePhone();
  useImmersion(conversationId !== undefined);
  useConversationSearch(open);
  const listPane = useRef<HTMLDivElement>(null);
  const listFocused = useFocusWithin(listPane);
  const listName = writeAddress({ ...address, conversationId: undefined });
  const total = isNarrowed(filter) || view === "every" ? undefined : counts?.[view];
  const ids = useMemo(() => list.rows.map((row) => row.id), [list.rows]);
  const selection = useSelection(listName, ids);
  // From the first selection on: what became of the last bulk action stays to be seen without one.
  const [selected, setSelected] = useState(false);
  if (selection.ids.size > 0 && !selected) setSelected(true);
  const marks = useMemo(() => ({ keys: selection.ids, toggle: selection.toggle }), [selection]);

  const leave = () => {
    open(undefined);
    requestAnimationFrame(() => rows.current?.focus());
  };
  // On a phone the list is gone once a conversation is open: the focus goes along.
  useEffect(() => {
    if (phone && conversationId) panel.current?.focus();
  }, [phone, conversationId]);
  const move = (by: "next" | "previous") => {
    rows.current?.focus();
    if (conversationId) rows.current?.openBeside(by);
    else rows.current?.move(by);
  };
  const onClosed = useNextAfterClosing(list.rows, open, panel);
  useShortcuts(t("shortcuts.title"), [
    { keys: "j", label: t("shortcuts.next"), run: () => move("next") },
    { keys: "k", label: t("shortcuts.previous"), run: () => move("previous") },
    // Elsewhere Enter belongs to the button that has the focus.
    ...(listFocused ? [{ keys: "enter", label: t("shortcuts.open"), run: () => rows.current?.openActive() }] : []),
    { keys: "x", label: t("shortcuts.select"), run: () => rows.current?.markActive() },
    ...(selection.ids.size > 0
      ? [{ keys: "escape", label: t("shortcuts.unselect"), run: () => selection.clear() }]
      : []),
    { keys: "w", label: t("shortcuts.group"), run: grouping.toggle },
    { keys: "/", label: t("shortcuts.search"), run: () => search.current?.focus() },
  ]);

  return (
    <div className="relative flex min-h-0 flex-1">
      {/* Of no pane: on a phone only one of them is there. */}
      <h1 className="sr-only">{t("title")}</h1>
      <ResizablePane
        storageKey="inbox-list"
        label={t("list.width")}
        defaultWidth={320}
        min={280}
        max={480}
        className={cn("border-border border-r phone:border-r-0", conversationId && "phone:hidden")}
      >
        <InboxHeader
          navigation={navigation}
          onGroup={grouping.set}
          counts={counts}
          directory={directory}
          search={search}
          onLeaveSearch={() => rows.current?.focus()}
        />
        <div ref={listPane} className="flex min-h-0 flex-1 flex-col">
          <InboxList
            key={listName}
            ref={rows}
            list={list}
            total={total}
            marks={marks}
            directory={directory}
            grouped={filter.group === "waiting"}
            openId={conversationId}
            onOpen={(id, how) => {
              if (how.newTab) window.open(navigation.hrefOf({ conversationId: id }), "_blank", "noopener");
              else open(id);
            }}
            empty={
              <>
                <InboxEmpty navigation={navigation} />
                <div className="hidden phone:block">
                  <FirstSteps />
                </div>
              </>
            }
          />
          {selected ? (
            <SelectionBar
              selection={selection}
              query={query}
              total={total}
              directory={directory}
              nameOf={(id) => list.rows.find((row) => row.id === id)?.visitorName || undefined}
            />
          ) : null}
        </div>
      </ResizablePane>
      <div
        ref={panel}
        tabIndex={-1}
        className={cn("flex min-h-0 min-w-0 flex-1 flex-col outline-none", !conversationId && "phone:hidden")}
      >
        {conversationId ? (
          <ConversationPanel
            conversationId={conversationId}
            onLeave={leave}
            onClosed={onClosed}
            backOnPhone
            detailsOpen={details.open}
            onDetails={details.toggle}
          />
        ) : (
          <NothingChosen counts={counts} onView={navigation.setView} />
        )}
      </div>
      {conversationId && details.open ? (
        <ResizablePane
          storageKey="inbox-details"
          label={t("panes.detailsWidth")}
          defaultWidth={300}
          min={260}
          max={480}
          handle="left"
          className={cn(
            "border-border border-l max-[68rem]:absolute max-[68rem]:inset-y-0 max-[68rem]:right-0 max-[68rem]:z-20 max-[68rem]:shadow-float",
            // A server knows no widths: it lies over no thread where nobody asked for it.
            !details.over && "max-[68rem]:hidden",
          )}
        >
          <DetailsPane conversationId={conversationId} onClose={details.toggle} onOpen={open} />
        </ResizablePane>
      ) : null}
    </div>
  );
}

function useFocusWithin(element: RefObject<HTMLElement | null>): boolean {
  const [within, setWithin] = useState(false);
  useEffect(() => {
    const look = () => setWithin(element.current?.contains(document.activeElement) ?? false);
    document.addEventListener("focusin", look);
    return () => document.removeEventListener("focusin", look);
  }, [element]);
  return within;
}
