"use client";

import type { LucideIcon } from "lucide-react";
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";

export type Command = {
  id: string;
  label: string;
  /** The heading it stands under. */
  group: string;
  icon?: LucideIcon;
  /** Its icon, where that is drawn already. */
  sign?: ReactNode;
  /** Shown beside it; register the keys themselves with `useShortcuts`. */
  shortcut?: string;
  /** More words it should be found by. */
  keywords?: readonly string[];
  run: () => void;
};

export type SearchResult = {
  id: string;
  label: ReactNode;
  detail?: string;
  icon?: ReactNode;
  run: () => void;
};

/** Finds records for what is typed: contacts, messages. `search` must stop when `signal` aborts. */
export type SearchProvider = {
  id: string;
  title: string;
  /** Characters before it is asked; 2 by default. */
  minimum?: number;
  search: (query: string, signal: AbortSignal) => Promise<readonly SearchResult[]>;
};

type Registry = {
  commands: readonly Command[];
  providers: readonly SearchProvider[];
  open: boolean;
  setOpen: (open: boolean) => void;
  putCommands: (owner: string, commands: readonly Command[] | undefined) => void;
  putProvider: (owner: string, provider: SearchProvider | undefined) => void;
};

const CommandContext = createContext<Registry | undefined>(undefined);

export function CommandProvider({ children }: { children: ReactNode }) {
  const [commands, putCommands] = useOwned<readonly Command[]>();
  const [providers, putProvider] = useOwned<SearchProvider>();
  const [open, setOpen] = useState(false);
  const registry = useMemo(
    () => ({ commands: commands.flat(), providers, open, setOpen, putCommands, putProvider }),
    [commands, providers, open, putCommands, putProvider],
  );
  return <CommandContext.Provider value={registry}>{children}</CommandContext.Provider>;
}

function useOwned<Value>(): [Value[], (owner: string, value: Value | undefined) => void] {
  const [owned, setOwned] = useState<ReadonlyMap<string, Value>>(new Map());
  const put = useCallback((owner: string, value: Value | undefined) => {
    setOwned((before) => {
      const after = new Map(before);
      if (value === undefined) after.delete(owner);
      else after.set(owner, value);
      return after;
    });
  }, []);
  const values = useMemo(() => [...owned.values()], [owned]);
  return [values, put];
}

export function useCommandRegistry(): Registry {
  const registry = useContext(CommandContext);
  if (!registry) throw new Error("useCommandRegistry needs a CommandProvider above it");
  return registry;
}

/** Offers commands in the palette while the caller is shown. */
export function useCommands(commands: readonly Command[]): void {
  const putCommands = useContext(CommandContext)?.putCommands;
  const owner = useId();
  const latest = useRef(commands);
  useEffect(() => {
    latest.current = commands;
  });
  // Offers anew when what is listed changes, not on each render.
  const shape = JSON.stringify(commands.map(({ id, label, group, shortcut }) => [id, label, group, shortcut]));
  useEffect(() => {
    if (!putCommands) return;
    putCommands(
      owner,
      latest.current.map((command, index) => ({ ...command, run: () => latest.current[index]?.run() })),
    );
    return () => putCommands(owner, undefined);
  }, [putCommands, owner, shape]);
}

/** Adds a kind of record to the palette's search while the caller is shown. */
export function useSearchProvider(provider: SearchProvider): void {
  const putProvider = useContext(CommandContext)?.putProvider;
  const owner = useId();
  const latest = useRef(provider);
  useEffect(() => {
    latest.current = provider;
  });
  const { id, title, minimum } = provider;
  useEffect(() => {
    if (!putProvider) return;
    const search: SearchProvider["search"] = (query, signal) => latest.current.search(query, signal);
    putProvider(owner, { id, title, ...(minimum === undefined ? {} : { minimum }), search });
    return () => putProvider(owner, undefined);
  }, [putProvider, owner, id, title, minimum]);
}

export function useOpenPalette(): () => void {
  const setOpen = useContext(CommandContext)?.setOpen;
  return () => setOpen?.(true);
}
