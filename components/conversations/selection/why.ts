import type { Messages } from "#i18n/namespaces.ts";

export type WhyKey = keyof Messages["actions"]["why"];

const known: Readonly<Record<WhyKey, true>> = {
  ...{ unchanged: true, no_contact: true, changed_since: true, cancelled: true, forbidden: true, unauthorized: true },
  ...{ not_found: true, validation_error: true, conversation_closed: true, messaging_window_closed: true },
  ...{ template_not_approved: true, limit_reached: true, conflict: true, other: true },
};

/** The text for an outcome's code; codes without one of their own share the last. */
export function whyKeyOf(code: string | undefined): WhyKey {
  return Object.keys(known).find((key): key is WhyKey => key === code) ?? "other";
}
