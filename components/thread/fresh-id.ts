/** A fresh UUID; also on pages without https, where crypto.randomUUID does not exist. */
export function freshId(): string {
  const random = () => crypto.getRandomValues(new Uint8Array(1))[0] ?? 0;
  // The 4 is its version, and the 8 the variant, of which two bits stay.
  return "10000000-1000-4000-8000-100000000000".replace(/[018]/g, (digit) =>
    (+digit ^ (random() & (15 >> (+digit / 4)))).toString(16),
  );
}
