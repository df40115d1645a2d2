"use client";

import { useSyncExternalStore } from "react";
import { cn } from "../ui/class-names.ts";
import { type KeyPlatform, keyCaps } from "./key-caps.ts";

const never = () => () => undefined;

function usePlatform(): KeyPlatform {
  return useSyncExternalStore<KeyPlatform>(
    never,
    () => (/Mac|iPhone|iPad/.test(navigator.userAgent) ? "apple" : "other"),
    () => "other",
  );
}

/** Draws a shortcut such as `mod+k` or `g i` as key caps of the reader's platform. */
export function Kbd({ keys, className }: { keys: string; className?: string }) {
  const platform = usePlatform();
  return (
    <kbd className={cn("inline-flex items-center gap-0.5 font-sans", className)}>
      {keyCaps(keys, platform).map((cap, index) => (
        <span
          key={`${cap}-${index}`}
          className="inline-flex h-[18px] min-w-[18px] items-center justify-center rounded-sm border border-border-strong bg-surface px-1 text-2xs text-text-muted"
        >
          {cap}
        </span>
      ))}
    </kbd>
  );
}
