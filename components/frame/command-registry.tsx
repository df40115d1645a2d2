"use client";

import type { LucideIcon } from "lucide-react";
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
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

/** What is offered by whom. Who offers is not drawn again because others do: only the palette reads it. */
class Offers<Value> {
  private readonly listeners = new Set<() => void>();
  private owned: ReadonlyMap<string, Value> = new Map();
  private values: readonly Value[] = [];

  put = (owner: string, value: Value): (() => void) => {
    this.change((owned) => owned.set(owner, value));
    return () => this.change((owned) => owned.delete(owner));
  };

  all = (): readonly Value[] => this.values;

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  private change(by: (owned: Map<string, Value>) => void): void {
    const owned = new Map(this.owned);
    by(owned);
    this.owned = owned;
    this.values = [...owned.values()];
    for (const listener of this.listeners) listener();
  }
}

type Registry = {
  commands: Offers<readonly Command[]>;
  providers: Offers<SearchProvider>;
  setOpen: (open: boolean) => void;
};

const CommandContext = createContext<Registry | undefined>(undefined);
const OpenContext = createContext(false);

export function CommandProvider({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const [registry] = useState(() => ({
    commands: new Offers<readonly Command[]>(),
    providers: new Offers<SearchProvider>(),
    setOpen,
  }));
  return (
    <CommandContext value={registry}>
      <OpenContext value={open}>{children}</OpenContext>
    </CommandContext>
  );
}

function useRegistry(): Registry {
  const registry = useContext(CommandContext);
  if (!registry) throw new Error("the palette needs a CommandProvider above it");
  return registry;
}

/** All that is offered now. */
export function useOffered(): { commands: readonly Command[]; providers: readonly SearchProvider[] } {
  const { commands, providers } = useRegistry();
  const groups = useSyncExternalStore(commands.subscribe, commands.all, commands.all);
  return {
    commands: useMemo(() => groups.flat(), [groups]),
    providers: useSyncExternalStore(providers.subscribe, providers.all, providers.all),
  };
}

export function usePaletteOpen(): boolean {
  return useContext(OpenContext);
}

export function useSetPaletteOpen(): (open: boolean) => void {
  return useRegistry().setOpen;
}

/** Offers commands in the palette while the caller is shown. */
export function useCommands(commands: readonly Command[]): void {
  const offers = useContext(CommandContext)?.commands;
  const owner = useId();
  const latest = useRef(commands);
  useEffect(() => {
    latest.current = commands;
  });
  // Offers anew when what is listed changes, not on each render.
  const shape = JSON.stringify(commands.map(({ id, label, group, shortcut }) => [id, label, group, shortcut]));
  useEffect(() => {
    return offers?.put(
      owner,
      latest.current.map((command, index) => ({ ...command, run: () => latest.current[index]?.run() })),
    );
  }, [offers, owner, shape]);
}

/** Adds a kind of record to the palette's search while the caller is shown. */
export function useSearchProvider(provider: SearchProvider): void {
  const offers = useContext(CommandContext)?.providers;
  const owner = useId();
  const latest = useRef(provider);
  useEffect(() => {
    latest.current = provider;
  });
  const { id, title, minimum } = provider;
  useEffect(() => {
    const search: SearchProvider["search"] = (query, signal) => latest.current.search(query, signal);
    return offers?.put(owner, { id, title, ...(minimum === undefined ? {} : { minimum }), search });
  }, [offers, owner, id, title, minimum]);
}

export function useOpenPalette(): () => void {
  const setOpen = useContext(CommandContext)?.setOpen;
  return () => setOpen?.(true);
}
