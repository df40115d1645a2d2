/** The nonce of this response's content security policy, as the server put it on the request. */
export function nonceOf(headers: { get: (name: string) => string | null }): string | undefined {
  const policy = headers.get("content-security-policy") ?? headers.get("content-security-policy-report-only");
  return /'nonce-([A-Za-z0-9+/_=-]+)'/.exec(policy ?? "")?.[1];
}
