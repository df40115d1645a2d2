/** Digits stand in rows of ten that begin at ...0 or ...6. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  const row = code & ~15;
  return String(code - row - (/\p{Nd}/u.test(String.fromCodePoint(row)) ? 0 : 6));
}

/** Digits of any script as 0 to 9, any dash and plus as those of a keyboard, and no signs that nobody sees. */
export function plainSigns(text: string): string {
  return text
    .replace(/\p{Cf}/gu, "")
    .replace(/[\p{Pd}\u2212]/gu, "-")
    .replaceAll("\uff0b", "+")
    .replace(/(?![0-9])\p{Nd}/gu, asciiDigit);
}
