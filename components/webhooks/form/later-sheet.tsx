"use client";

import { laterModal } from "#components/ui/late/later.tsx";

/** The form for a webhook: no page needs it to be drawn. */
export const WebhookSheet = laterModal(
  () => import("./webhook-sheet.tsx"),
  (it) => it.WebhookSheet,
);
