import { laterModule } from "#components/ui/late/later.tsx";
// Hears the very first pointer, before the rest is there.
import "./cards/last-pointer.ts";

/** A hand that is on its way to a card fetches it. */
export const dragging = laterModule(() => import("./dragging.ts"));
