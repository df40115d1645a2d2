const limit = 1e12;

/**
 * Reads an amount as people write it: "1250", "1 250,50", "1,250.50", "1.250,50". The last sign that is followed by
 * one or two digits parts the fraction; a single one followed by three digits groups thousands.
 */
export function readAmount(text: string): number | null | "invalid" | "tooLarge" {
  const typed = text.replace(/[\s  '’]/g, "");
  if (typed === "") return null;
  if (!/^-?\d[\d.,]*$/.test(typed)) return "invalid";
  const last = Math.max(typed.lastIndexOf("."), typed.lastIndexOf(","));
  const fraction = last >= 0 ? typed.length - last - 1 : 0;
  const parted = last >= 0 && fraction !== 3 && fraction > 0;
  if (parted && fraction > 2) return "invalid";
  const whole = (parted ? typed.slice(0, last) : typed).replace(/[.,]/g, "");
  const value = Number(parted ? `${whole}.${typed.slice(last + 1)}` : whole);
  if (!Number.isFinite(value)) return "invalid";
  return Math.abs(value) >= limit ? "tooLarge" : value;
}
