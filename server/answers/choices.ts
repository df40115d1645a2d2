export const answerScopes = ["private", "company"] as const;
export type AnswerScope = (typeof answerScopes)[number];

export const answerSorts = ["uses:desc", "shortcut:asc", "updatedAt:desc"] as const;
export type AnswerSort = (typeof answerSorts)[number];

/** Of a company, private ones counted in. */
export const maxAnswers = 2000;
/** As many as a message of the web widget takes. */
export const maxFiles = 20;
