export const companyLocales = ["en", "es", "pt"] as const;

/** What a new company does first, in this order. */
export const firstSteps = ["snippet", "visitor", "answer", "publish", "whatsapp", "invite"] as const;
export type FirstStep = (typeof firstSteps)[number];
