const letters = "abcdefghjkmnpqrstuvwxyz23456789";

/** Four groups of four letters and digits that cannot be mistaken for each other: about 79 bits. */
export function generatePassword(): string {
  const largest = Math.floor(256 / letters.length) * letters.length;
  let text = "";
  while (text.length < 16) {
    for (const byte of crypto.getRandomValues(new Uint8Array(32))) {
      if (byte < largest && text.length < 16) text += letters[byte % letters.length];
    }
  }
  return text.replace(/(.{4})(?=.)/g, "$1-");
}
