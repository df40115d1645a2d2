/** Nobody writes a number longer than this, and to compare one costs time by its length. */
const longest = 1000;

function withoutEndZeros(digits: string): string {
  let end = digits.length;
  // An expression would look at each run of zeros once for every zero of it.
  while (end > 0 && digits[end - 1] === "0") end -= 1;
  return digits.slice(0, end);
}

/** Digits and power of ten: `1.50e2` and `150` are the same number. Undefined: this is no decimal number. */
function canonical(text: string): string | undefined {
  const parts = /^[+-]?(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?$/.exec(text);
  const [, whole = "", fraction = "", exponent = "0"] = parts ?? [];
  if (!parts || whole + fraction === "") return undefined;
  const digits = `${whole}${fraction}`.replace(/^0+/, "");
  const significant = withoutEndZeros(digits);
  if (significant === "") return "0";
  return `${significant}e${BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length - significant.length)}`;
}

/** Whether a number is, as JavaScript holds it, the one that was written: 12345678901234567890 and 1e400 are not. */
export function isExact(source: string, number: number): boolean {
  if (!Number.isFinite(number) || source.length > longest) return false;
  const written = canonical(source);
  return written !== undefined && written === canonical(String(number));
}
