"use client";

import { useQuery } from "@tanstack/react-query";
import { SearchX, SquareKanban } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { useDirectory } from "#components/conversations/data/directory.ts";
import { withoutFilters } from "#components/conversations/filters/filter-fields.ts";
import { isNarrowed } from "#components/conversations/inbox/inbox-address.ts";
import { useShortcuts } from "#components/keys/shortcuts.tsx";
import { failureOf, useTRPC } from "#components/live/api.ts";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { Board } from "./board.tsx";
import { BoardPanel } from "./board-panel.tsx";
import { BoardSkeleton } from "./board-skeleton.tsx";
import { ColumnSwitcher } from "./column-switcher.tsx";
import { totalsQuery } from "./pipeline-address.ts";
import { PipelineHeader } from "./pipeline-header.tsx";
import { type PipelineNavigation, usePipelineAddress } from "./use-pipeline-address.ts";

/** The pipeline: conversations by phase, moved as they progress, with a thread beside the board. */
export function Pipeline() {
  const navigation = usePipelineAddress();
  const directory = useDirectory();
  const search = useRef<HTMLInputElement>(null);
  const board = useRef<HTMLDivElement>(null);
  const focusBoard = () => board.current?.querySelector<HTMLElement>('[data-card][tabindex="0"]')?.focus();
  useBoardShortcuts({ focusSearch: () => search.current?.focus(), focusBoard });
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <PipelineHeader navigation={navigation} directory={directory} search={search} onLeaveSearch={focusBoard} />
      <BoardArea navigation={navigation} directory={directory} board={board} />
      <BoardPanel navigation={navigation} board={board} />
    </div>
  );
}

type BoardAreaProps = {
  navigation: PipelineNavigation;
  directory: ReturnType<typeof useDirectory>;
  board: React.RefObject<HTMLDivElement | null>;
};

function BoardArea({ navigation, directory, board }: BoardAreaProps) {
  const t = useTranslations("pipeline");
  const trpc = useTRPC();
  const { filter, conversationId } = navigation.address;
  const phases = useQuery(trpc.phases.list.queryOptions({}));
  const totals = useQuery({
    ...trpc.conversations.columnTotals.queryOptions(totalsQuery(filter)),
    staleTime: Number.POSITIVE_INFINITY,
  }).data;
  if (phases.isPending) return <BoardSkeleton />;
  if (!phases.data) {
    return (
      <ErrorState
        title={t("failed")}
        description={failureOf(phases.error).message || undefined}
        onRetry={() => void phases.refetch()}
        retrying={phases.isFetching}
      />
    );
  }
  const nothing = totals?.every((total) => total.count === 0);
  return (
    <>
      <ColumnSwitcher phases={phases.data} totals={totals} board={board} />
      {nothing ? <NothingHere navigation={navigation} /> : null}
      {/* Said once above, it need not be said in each column. */}
      <div className="contents" data-nothing={nothing || undefined}>
        <Board
          phases={phases.data}
          filter={filter}
          totals={totals}
          directory={directory}
          openId={conversationId}
          onOpen={navigation.open}
          covered={conversationId !== undefined}
          board={board}
        />
      </div>
    </>
  );
}

/** Why the board is empty: nothing fits the filters, or there are no conversations yet. */
function NothingHere({ navigation }: { navigation: PipelineNavigation }) {
  const t = useTranslations("pipeline.empty");
  const { address, setFilter } = navigation;
  const { filter } = address;
  if (isNarrowed(filter)) {
    return (
      <EmptyState
        icon={<SearchX aria-hidden />}
        title={t("filtered")}
        description={t("filteredHint")}
        actions={<Button onClick={() => setFilter({ ...withoutFilters(filter), search: "" })}>{t("clear")}</Button>}
        className="py-6"
      />
    );
  }
  return (
    <EmptyState
      icon={<SquareKanban aria-hidden />}
      title={t("title")}
      description={t("description")}
      className="py-6"
    />
  );
}

function useBoardShortcuts({ focusSearch, focusBoard }: { focusSearch: () => void; focusBoard: () => void }): void {
  const t = useTranslations("pipeline.shortcuts");
  useShortcuts(t("title"), [
    { keys: "/", label: t("search"), run: focusSearch },
    // No key of the thread beside the board, which would win.
    { keys: "t", label: t("board"), run: focusBoard },
  ]);
}
