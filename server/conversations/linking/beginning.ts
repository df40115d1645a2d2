import { Listeners } from "#server/core/listeners.ts";

/** Outside of a bot's turn a contact was created from this conversation, which is locked and may change with it (G1). */
export const contactsBegun = new Listeners<string>("contacts created from conversations");
