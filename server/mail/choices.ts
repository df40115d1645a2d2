/** What mail is sent for: each has its words in i18n/<language>/mail.json. */
export const mailKinds = ["test", "invitation", "reset", "signed_in", "notification"] as const;
export type MailKind = (typeof mailKinds)[number];

export const mailStates = ["waiting", "sent", "failed"] as const;
export type MailState = (typeof mailStates)[number];

export const mailLocales = ["en", "es", "pt"] as const;
export type MailLocale = (typeof mailLocales)[number];
