"use client";

import { later, laterModule } from "#components/ui/late/later.tsx";
import type { Refusal } from "./refusals.ts";

/* It has words only once something was sent, and comes with the first deed on the page. */
export const RefusalNote = later<typeof import("./late-refusal-note.tsx"), { refusal: Refusal }>(
  laterModule(() => import("./late-refusal-note.tsx")),
  (module) => module.LateRefusalNote,
);
