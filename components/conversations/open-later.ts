"use client";

import { whole } from "#components/ui/late/drawn-ahead.tsx";
import { laterModule } from "#components/ui/late/later.tsx";

/* With thread and composer, half of what an inbox weighs: it comes with the first deed, or with a conversation. */
export const openLater = laterModule(() => import("./open-conversation.tsx"));

/** Around a page whose address may open a conversation. */
export const WholeConversation = whole(openLater);
