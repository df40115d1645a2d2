"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTRPC } from "#components/live/api.ts";
import type { Suggestion } from "#components/messages/composer/suggestions.tsx";
import { Avatar } from "#components/ui/avatar.tsx";
import type { Directory } from "./data/directory.ts";
import type { Viewer } from "./data/use-viewer.ts";

/** What the composer offers behind `/` and `@`. */
export function useSuggestions(directory: Directory, viewer: Viewer) {
  const trpc = useTRPC();
  const enabled = viewer.can("chat_talk");
  const canned = useQuery({ ...trpc.views.listCanned.queryOptions({}), enabled }).data;
  return useMemo(() => {
    const answers: Suggestion[] = (canned ?? []).map(({ id, shortcut, text }) => ({
      id,
      label: `/${shortcut}`,
      detail: text,
      insert: text,
    }));
    const colleagues: Suggestion[] = directory.users
      .filter((user) => user.active && user.id !== viewer.id)
      .map((user) => ({
        id: user.id,
        label: user.name,
        icon: <Avatar id={user.id} name={user.name} size="sm" decorative />,
        insert: `@${user.name}`,
      }));
    return { canned: answers, colleagues };
  }, [canned, directory.users, viewer.id]);
}
