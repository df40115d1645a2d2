/** What mail is sent for: each has its words in i18n/<language>/mail.json. */
const mailKinds = [
  ...(["test", "invitation", "reset", "signed_in", "notification", "digest", "report", "transcript"] as const),
  ...(["conversation_lead", "conversation_won", "conversation_closed", "conversation_test"] as const),
] as const;
export type MailKind = (typeof mailKinds)[number];

/** What a line of a mail's details is called. */
const detailLabels = ["name", "email", "phone", "phase", "amount", "source", "visitor", "bot", "team"] as const;
export type DetailLabel = (typeof detailLabels)[number];

export const mailStates = ["waiting", "sent", "failed"] as const;
export type MailState = (typeof mailStates)[number];

export const mailLocales = ["en", "es", "pt"] as const;
export type MailLocale = (typeof mailLocales)[number];
