"use client";

import { later, laterModule } from "#components/ui/late/later.tsx";

/** `late-left-words.tsx`, fetched where a conversation is out of reach. */
export const LeftWords = later<typeof import("./late-left-words.tsx"), { conversationId: string }>(
  laterModule(() => import("./late-left-words.tsx")),
  (module) => module.LeftWords,
);
