import { authApp } from "#server/sessions/http.ts";

/** A browser's cookies in front of the sign-in endpoints. */
export class Browser {
  readonly cookies = new Map<string, string>();
  private readonly address: string;

  constructor(address = "203.0.113.7") {
    this.address = address;
  }

  get cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  async send(path: string, form?: Record<string, string>): Promise<Response> {
    const body = form && new URLSearchParams({ json: "true", ...form }).toString();
    const headers = {
      cookie: this.cookieHeader,
      "user-agent": "Test",
      ...(body === undefined
        ? {}
        : { "content-type": "application/x-www-form-urlencoded", "content-length": String(Buffer.byteLength(body)) }),
    };
    const request = { method: body === undefined ? "GET" : "POST", headers, ...(body === undefined ? {} : { body }) };
    const response = await authApp.request(`/api/auth/${path}`, request, {
      incoming: { socket: { remoteAddress: this.address } },
    });
    for (const cookie of response.headers.getSetCookie()) this.keep(cookie);
    return response;
  }

  keep(cookie: string): void {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
    if (value === "" || /max-age=0\b/i.test(cookie)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }

  private async csrfToken(): Promise<string> {
    const answer: unknown = await (await this.send("csrf")).json();
    return String(Reflect.get(Object(answer), "csrfToken"));
  }

  async signIn(email: string, password: string, code = "", passkey = ""): Promise<Response> {
    const csrfToken = await this.csrfToken();
    return this.send("callback/credentials", { csrfToken, email, password, code, passkey });
  }

  /** Where the identity provider asks the person. */
  async startSingleSignOn(callbackUrl?: string): Promise<string> {
    const form = { csrfToken: await this.csrfToken(), ...(callbackUrl ? { callbackUrl } : {}) };
    const response = await this.send("signin/oidc", form);
    return String(Reflect.get(Object(await response.json()), "url"));
  }

  /** After the provider's answer: in which of several companies. */
  async choose(companyId: string, code = ""): Promise<Response> {
    return this.send("callback/company", { csrfToken: await this.csrfToken(), companyId, code });
  }

  async signOut(): Promise<Response> {
    return this.send("signout", { csrfToken: await this.csrfToken() });
  }
}
