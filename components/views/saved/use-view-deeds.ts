"use client";

import { announce } from "@atlaskit/pragmatic-drag-and-drop-live-region";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { failureOf, useTRPC, useTRPCClient } from "#components/live/api.ts";
import { reordered } from "#components/tables/row-order.ts";
import { useToast } from "#components/ui/toast.tsx";
import type { SavedView } from "#server/views/schema.ts";

type Changes = Partial<Pick<SavedView, "name" | "icon" | "query" | "scope" | "teamId" | "order">> & {
  ifMatch?: string;
};
export type NewView = Pick<SavedView, "page" | "name" | "query" | "icon" | "scope" | "teamId"> & { order?: number };
export type ViewDeeds = ReturnType<typeof useViewDeeds>;

/** What can be done to views: each shows at once where it can, says what came of it, and can be taken back. */
export function useViewDeeds(page: SavedView["page"]) {
  const t = useTranslations("inbox.views");
  const toast = useToast();
  const trpc = useTRPC();
  const api = useTRPCClient().views;
  const client = useQueryClient();
  const { queryKey } = trpc.views.list.queryOptions({ page });

  const fresh = async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: trpc.views.list.queryKey() }),
      client.invalidateQueries({ queryKey: trpc.conversations.viewCounts.queryKey() }),
    ]);
  };
  const run = async (deed: () => Promise<unknown>, said?: () => void) => {
    try {
      await deed();
      said?.();
    } catch (error) {
      toast.error(failureOf(error).message || t("failed"));
    } finally {
      await fresh();
    }
  };
  const change = (view: SavedView, changes: Changes) => api.update.mutate({ viewId: view.id, ...changes });

  return {
    create: async (view: NewView) => {
      await api.create.mutate(view);
      toast.success(t("saved"));
      await fresh();
    },
    rename: async (view: SavedView, changes: Changes) => {
      await change(view, changes);
      await fresh();
    },
    replace: (view: SavedView, query: string) =>
      run(async () => {
        const { updatedAt: ifMatch } = await change(view, { query });
        toast.success(t("replaced", { name: view.name }), {
          // What a colleague has saved in it since stays theirs.
          undo: () => void run(() => change(view, { query: view.query, ifMatch })),
        });
      }),
    share: (view: SavedView, scope: SavedView["scope"]) =>
      run(
        () => change(view, { scope }),
        () => toast.success(t(scope === "company" ? "shared" : "unshared", { name: view.name })),
      ),
    move: (views: readonly SavedView[], from: number, to: number) => {
      const view = views[from];
      if (!view || from === to || to < 0 || to >= views.length) return;
      client.setQueryData<SavedView[]>(queryKey, (known) => {
        const rest = known?.filter(({ scope, teamId }) => scope !== view.scope || teamId !== view.teamId) ?? [];
        const moved = [...reordered(views, from, to)];
        return view.scope === "company" ? [...moved, ...rest] : [...rest, ...moved];
      });
      announce(t("moved", { name: view.name, position: to + 1, count: views.length }));
      void run(() => change(view, { order: to }));
    },
    remove: (view: SavedView) => {
      const { name, query, icon, scope, teamId, order } = view;
      client.setQueryData<SavedView[]>(queryKey, (known) => known?.filter(({ id }) => id !== view.id));
      return run(
        () => api.delete.mutate({ viewId: view.id }),
        () =>
          toast.success(t("deleted", { name }), {
            undo: () => void run(() => api.create.mutate({ page, name, query, icon, scope, teamId, order })),
          }),
      );
    },
  };
}
