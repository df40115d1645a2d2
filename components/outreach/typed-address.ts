import type { Addressee } from "./start.tsx";

const email = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const longestEmail = 254;

/** What was typed or pasted, where it is a phone number or an email address. */
export function typedAddress(typed: string): Extract<Addressee, { phone: string } | { email: string }> | undefined {
  const text = typed.trim();
  if (email.test(text) && text.length <= longestEmail) return { email: text };
  const digits = text.replace(/[\s().\-/]/g, "");
  return /^\+?\d{7,15}$/.test(digits) ? { phone: text } : undefined;
}
