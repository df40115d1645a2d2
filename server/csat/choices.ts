export const csatScales = ["stars", "thumbs"] as const;
export type CsatScale = (typeof csatScales)[number];

/** due: waits for its time; skipped: was not asked, for a reason. */
export const csatStates = ["due", "asked", "answered", "skipped"] as const;
export type CsatState = (typeof csatStates)[number];

/** An approved template, by its number, asks on this WhatsApp channel. */
export type CsatTemplate = { channelId: string; templateId: number };

/** Of 1 to 5. */
export const goodFrom = 4;
export const badUpTo = 2;
/** An answer is understood for so long after the question. */
export const answerDays = 7;

export const maxQuestion = 500;
export const maxComment = 2000;
