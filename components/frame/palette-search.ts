"use client";

import { useEffect, useState } from "react";
import type { SearchProvider, SearchResult } from "./command-registry.tsx";

export type FoundGroup = { id: string; title: string; results: readonly SearchResult[]; failed: boolean };

const pause = 150;

/** Asks every provider once typing pauses, and stops asking when it goes on. */
export function usePaletteSearch(
  providers: readonly SearchProvider[],
  query: string,
): { groups: FoundGroup[]; searching: boolean } {
  const [groups, setGroups] = useState<FoundGroup[]>([]);
  const [searching, setSearching] = useState(false);
  useEffect(() => {
    const text = query.trim();
    const asked = providers.filter((provider) => text.length >= (provider.minimum ?? 2));
    if (asked.length === 0) {
      setGroups([]);
      setSearching(false);
      return;
    }
    const abort = new AbortController();
    setSearching(true);
    const timer = setTimeout(async () => {
      const found = await Promise.all(asked.map((provider) => ask(provider, text, abort.signal)));
      if (abort.signal.aborted) return;
      setGroups(found);
      setSearching(false);
    }, pause);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [providers, query]);
  return { groups, searching };
}

async function ask(provider: SearchProvider, text: string, signal: AbortSignal): Promise<FoundGroup> {
  const { id, title } = provider;
  try {
    return { id, title, results: await provider.search(text, signal), failed: false };
  } catch {
    return { id, title, results: [], failed: true };
  }
}
