"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import "#components/answers/live.ts";
import { ColorDot } from "#components/colors/color-dot.tsx";
import { useTRPC } from "#components/live/api.ts";
import type { Suggestion } from "#components/messages/composer/suggestions.tsx";
import { Avatar } from "#components/ui/avatar.tsx";
import type { ChannelName } from "#server/conversations/choices.ts";
import type { Directory } from "./data/directory.ts";
import type { Viewer } from "./data/use-viewer.ts";

/** What the composer offers behind `/` and `@`. */
export function useSuggestions(directory: Directory, viewer: Viewer, channel: ChannelName) {
  const trpc = useTRPC();
  const t = useTranslations("messages.mentions");
  const enabled = viewer.can("chat_talk");
  const canned = useQuery({ ...trpc.answers.all.queryOptions({}), enabled }).data;
  return useMemo(() => {
    // The most used first; those that match equally well stay so.
    const offered = (canned ?? []).filter(({ channels }) => channels.length === 0 || channels.includes(channel));
    const answers: Suggestion[] = offered
      .sort((a, b) => b.uses - a.uses)
      .map(({ id, shortcut, title, text, files }) => ({
        id,
        answer: { id, text, files: files.length },
        label: `/${shortcut}`,
        detail: title ? `${title}: ${text}` : text,
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
    const teams: Suggestion[] = directory.teams.map(({ id, name, color }) => ({
      id,
      label: name,
      icon: (
        <span className="grid size-6 place-items-center">
          <ColorDot color={color} />
        </span>
      ),
      detail: t("team"),
      insert: `@${name}`,
    }));
    return { canned: answers, colleagues: [...colleagues, ...teams] };
  }, [canned, channel, directory.users, directory.teams, viewer.id, t]);
}
