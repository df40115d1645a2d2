/** How an address is stored and looked up. */
export function emailKey(email: string): string {
  return email.trim().toLowerCase();
}
