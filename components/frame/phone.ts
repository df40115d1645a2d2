/** Whether the browser says that it is a phone's. A guess: a window's width is known only in the browser. */
export function looksLikePhone(headers: { get: (name: string) => string | null }): boolean {
  const told = headers.get("sec-ch-ua-mobile");
  return told ? told === "?1" : /\bMobile\b/.test(headers.get("user-agent") ?? "");
}
