/** Mistyped domains of well-known mail providers. */

const providers = ["gmail.com", "hotmail.com", "outlook.com", "yahoo.com", "icloud.com", "live.com", "msn.com"];

/** Close to a provider's name and right as they are. */
const rightAsTheyAre = new Set([
  ...providers,
  ...["mail.com", "email.com", "ymail.com", "gmx.com", "hotmail.co", "live.co", "yahoo.co", "me.com", "mac.com"],
]);

/** Whether two words differ by one letter too many, missing, wrong, or by two neighbours exchanged. */
function isNear(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  if (left.length <= 1 && right.length <= 1) return true;
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
}

/** The address that was probably meant; undefined where nothing looks mistyped. */
export function suggestEmail(email: string): string | undefined {
  const at = email.lastIndexOf("@");
  const domain = email.slice(at + 1).toLowerCase();
  if (at < 1 || rightAsTheyAre.has(domain)) return undefined;
  const meant = providers.find((provider) => isNear(domain, provider));
  return meant ? `${email.slice(0, at)}@${meant}` : undefined;
}
