import { laterModule } from "#components/ui/late/later.tsx";

/** The engine of patterns: large, and seldom used. */
export const patterns = laterModule(() => import("#server/chatbots/flow/patterns.ts"));
