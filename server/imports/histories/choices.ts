import { day } from "#server/base/clock.ts";

/** Where a history comes from: Chatwoot's API, a file of it (JSON, JSON lines or CSV), or a chat that WhatsApp exported. */
export const historySources = ["chatwoot_api", "chatwoot_file", "whatsapp_chat"] as const;
export type HistorySource = (typeof historySources)[number];

const historyKinds = ["contact", "conversation"] as const;
export type HistoryKind = (typeof historyKinds)[number];

/** In which order a chat export writes day and month; auto: as its lines show. */
export const dateOrders = ["auto", "dmy", "mdy", "ymd"] as const;
export type DateOrder = (typeof dateOrders)[number];

/** So long a run is kept, and the archive that it took its files from (server/jobs/pruning.ts). */
export const keptMs = 7 * day;

export const maxHistoryItems = 200_000;
/** Of a conversation that a file holds whole. */
export const maxLines = 50_000;

/** Why a run waits or stops. */
export const troubles = ["unauthorized", "not_found", "rate_limited", "unavailable", "refused", "too_many"] as const;
export type Trouble = (typeof troubles)[number];
