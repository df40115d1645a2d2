"use client";

import { useTranslations } from "next-intl";
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
import { type ShortcutGroup, ShortcutMap } from "#components/keys/shortcut-map.tsx";
import { chordOf, firesWhileTyping, matchChord, mayRepeat, obeyed } from "./shortcut-keys.ts";
import { watchTyping } from "./typed-field.ts";

export type Shortcut = {
  /** `j`, `mod+k`, `g i`. */
  keys: string;
  label: string;
  run: (event: KeyboardEvent) => void;
  /** Works but is not listed in the map. */
  hidden?: boolean;
};

/** Where shortcuts belong: a page's meaning of a key wins over the frame's. */
export type ShortcutScope = "frame" | "page";

type Page = { id: string; title: string; scope: ShortcutScope; shortcuts: readonly Shortcut[] };

type Registry = {
  register: (page: Page) => () => void;
  openMap: () => void;
};

const ShortcutContext = createContext<Registry | undefined>(undefined);

const sequenceMilliseconds = 1200;

export function ShortcutProvider({ children }: { children: ReactNode }) {
  const t = useTranslations("ui.shortcuts");
  const pages = useRef<Page[]>([]);
  const [groups, setGroups] = useState<ShortcutGroup[]>();
  const register = useCallback((page: Page) => {
    const others = pages.current.filter((other) => other.id !== page.id);
    // A page's effects run before its frame's: the order of registering says nothing.
    pages.current = [...others, page].sort((a, b) => Number(a.scope === "page") - Number(b.scope === "page"));
    return () => {
      pages.current = pages.current.filter((other) => other.id !== page.id);
    };
  }, []);
  const openMap = useCallback(() => setGroups(listed(pages.current)), []);
  const registry = useMemo(() => ({ register, openMap }), [register, openMap]);

  useEffect(() => {
    const map: Shortcut = { keys: "?", label: t("show"), run: openMap };
    return register({ id: "map", title: t("general"), scope: "frame", shortcuts: [map] });
  }, [register, openMap, t]);
  useKeyListener(pages);

  return (
    <ShortcutContext.Provider value={registry}>
      {children}
      <ShortcutMap
        open={groups !== undefined}
        onOpenChange={(open) => open || setGroups(undefined)}
        groups={groups ?? []}
      />
    </ShortcutContext.Provider>
  );
}

/** Registers a page's shortcuts while it is shown; `page` is the heading in the map behind `?`. */
export function useShortcuts(page: string, shortcuts: readonly Shortcut[], scope: ShortcutScope = "page"): void {
  const registry = useContext(ShortcutContext);
  const id = useId();
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  // Registers anew when keys or words change, not on each render.
  const shape = JSON.stringify(shortcuts.map(({ keys, label, hidden }) => ({ keys, label, hidden })));
  useEffect(() => {
    return registry?.register({
      id,
      title: page,
      scope,
      shortcuts: latest.current.map((shortcut, index) => ({
        ...shortcut,
        run: (event) => latest.current[index]?.run(event),
      })),
    });
  }, [registry, id, page, scope, shape]);
}

export function useOpenShortcutMap(): () => void {
  const registry = useContext(ShortcutContext);
  return () => registry?.openMap();
}

function listed(pages: readonly Page[]): ShortcutGroup[] {
  const groups = new Map<string, { keys: string; label: string }[]>();
  // The page before the frame.
  for (const { title, shortcuts } of obeyed(pages).reverse()) {
    const shown = shortcuts.filter((shortcut) => !shortcut.hidden);
    groups.set(title, [...(groups.get(title) ?? []), ...shown]);
  }
  return [...groups]
    .filter(([, shortcuts]) => shortcuts.length > 0)
    .map(([title, shortcuts]) => ({ title, shortcuts }));
}

function useKeyListener(pages: { readonly current: readonly Page[] }): void {
  useEffect(() => {
    let prefix = "";
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = new AbortController();
    const isGone = watchTyping(window, fieldOf, end.signal);
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || isModifier(event.key)) return;
      const chord = chordOf(event);
      if (!firesWhileTyping(chord) && (isTyping(event.target) || isGone() || overlayOpen())) return;
      const match = matchChord(
        pages.current.flatMap((page) => page.shortcuts),
        prefix,
        chord,
      );
      clearTimeout(timer);
      prefix = match && "pending" in match ? match.pending : "";
      if (prefix) timer = setTimeout(() => (prefix = ""), sequenceMilliseconds);
      if (!match || !("run" in match)) return;
      event.preventDefault();
      if (!event.repeat || mayRepeat(chord)) match.run.run(event);
    };
    document.addEventListener("keydown", onKeyDown);
    return () => {
      document.removeEventListener("keydown", onKeyDown);
      end.abort();
      clearTimeout(timer);
    };
  }, [pages]);
}

function isModifier(key: string): boolean {
  return key === "Shift" || key === "Control" || key === "Meta" || key === "Alt" || key === "AltGraph";
}

const textless = new Set(["button", "checkbox", "radio", "submit", "reset", "range", "color", "file", "image"]);

/* What stands in a dialog or a menu goes with it, by one's own deed. */
function fieldOf({ target }: Event): HTMLElement | undefined {
  return isTyping(target) && !target.closest("[role=dialog], [role=alertdialog], [role=menu]") ? target : undefined;
}

function isTyping(target: EventTarget | null): target is HTMLElement {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !textless.has(target.type);
  return target.isContentEditable || target.matches("textarea, select, [role=textbox], [role=combobox]");
}

/** An open dialog or menu has the keyboard to itself, and a recording, which leaving ends; a live panel has not. */
function overlayOpen(): boolean {
  return (
    document.querySelector(
      "[data-state=open]:is([role=menu],[role=listbox],[role=alertdialog],[data-modal]), [data-recording]",
    ) !== null
  );
}
