import { isTelling, termsOf } from "#server/messages/search/terms.ts";

/** Whether messages can be searched for it: as the server decides. */
export const isLongEnough = (text: string): boolean => termsOf(text).some(isTelling);
