import { type Context, Hono } from "hono";
import { getCookie } from "hono/cookie";
import type { NextApiRequest, NextApiResponse } from "next";
import nextAuthModule from "next-auth";
import { AppError } from "#server/base/errors.ts";
import { log } from "#server/base/log.ts";
import { env } from "#server/config/env.ts";
import { addressOf } from "#server/core/caller.ts";
import { asAppError } from "#server/kit/rest/answer.ts";
import { arriving } from "#server/kit/rest/body.ts";
import { actorFromCookies, type SessionClaims } from "./authentication.ts";
import { choiceIn, choicePath, forgetChoice, handOver } from "./choice.ts";
import { callbackCookie } from "./cookies.ts";
import { type DeviceAccount, knownDevice, rememberDevice } from "./devices.ts";
import { commonJsDefault } from "./interop.ts";
import { authOptions, type SignInPort } from "./next-auth.ts";
import { challengeBrowser, signedIn } from "./passkeys/browser-challenge.ts";
import { takesPasskeys } from "./passkeys/relying-party.ts";
import { signInWithPasskey } from "./passkeys/signing-in.ts";
import { endOthers, sessionsIn, settleFormer } from "./several/wallet.ts";
import { type Browser, type Outcome, signInWithPassword } from "./signing-in.ts";
import { companiesOf, signInChosen, signInVouched } from "./vouched.ts";

const nextAuth = commonJsDefault(nextAuthModule);
const maxBodyBytes = 16 * 1024;

/** What next-auth writes its answer on. */
class Answer {
  status = 200;
  body = "";
  readonly headers = new Headers({ "cache-control": "private, no-store" });
  readonly cookies: string[] = [];
  /** Seconds, where the sign-in must wait. */
  retryAfter: number | undefined;
  /** What failed of ours: next-auth would call it a refusal, and tell the page its message. */
  private failure: AppError | undefined;

  async attempt<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const known = asAppError(error);
      if (known.status >= 500) {
        log.error({ error }, "a sign-in failed");
        this.failure = known;
      }
      throw error;
    }
  }

  toResponse(): Response {
    if (this.failure) throw this.failure;
    for (const cookie of this.cookies) this.headers.append("set-cookie", cookie);
    if (this.retryAfter === undefined) return new Response(this.body, { status: this.status, headers: this.headers });
    this.headers.set("retry-after", String(this.retryAfter));
    return new Response(this.body, { status: 429, headers: this.headers });
  }
}

/** next-auth puts into addresses what it was asked with: a header holds none of the rest. */
const printable = (value: string) => value.toWellFormed().replace(/[^\x20-\x7e]/g, encodeURIComponent);

/** Damaged cookies are none. */
const whole = (cookies: Record<string, string>) =>
  Object.fromEntries(Object.entries(cookies).filter(([, value]) => printable(value) === value));

/** next-auth speaks the response of Next's pages. */
function responseOn(answer: Answer): NextApiResponse {
  const response = {
    status(code: number) {
      answer.status = code;
      return response;
    },
    getHeader: (name: string) => (name.toLowerCase() === "set-cookie" ? [...answer.cookies] : answer.headers.get(name)),
    setHeader(name: string, value: string | string[]) {
      if (name.toLowerCase() === "set-cookie") answer.cookies.splice(0, Number.POSITIVE_INFINITY, ...[value].flat());
      else answer.headers.set(name, printable(String(value)));
      return response;
    },
    json(body: unknown) {
      answer.headers.set("content-type", "application/json");
      answer.body = JSON.stringify(body);
    },
    send(body: unknown) {
      answer.body = typeof body === "string" ? body : JSON.stringify(body ?? "");
    },
    end: () => undefined,
  };
  return response as unknown as NextApiResponse;
}

async function bodyOf(c: Context): Promise<Record<string, unknown>> {
  if (c.req.method !== "POST") return {};
  if (Number(c.req.header("content-length") ?? maxBodyBytes + 1) > maxBodyBytes)
    throw new AppError("payload_too_large");
  const text = await arriving(c.req.text());
  const type = c.req.header("content-type") ?? "";
  if (type.startsWith("application/x-www-form-urlencoded")) return Object.fromEntries(new URLSearchParams(text));
  throw new AppError("unsupported_media_type", { message: "Send a form." });
}

/** The request as next-auth reads it from Next's pages. */
async function requestOf(c: Context): Promise<NextApiRequest> {
  const nextauth = c.req.path.replace(/^\/api\/auth\/?/, "").split("/");
  const request = {
    method: c.req.method,
    headers: c.req.header(),
    cookies: whole(getCookie(c)),
    query: { ...c.req.query(), nextauth },
    body: await bodyOf(c),
  };
  return request as unknown as NextApiRequest;
}

/** Where the person wanted to go when they left for the identity provider; `choosing`: to the choice between companies. */
function wayBack(c: Context): { choosing: boolean; to: string } {
  const inbox = "/inbox";
  const url = URL.parse(getCookie(c, callbackCookie) ?? "", env.publicUrl);
  if (!url) return { choosing: false, to: inbox };
  if (url.pathname === choicePath) return { choosing: true, to: url.searchParams.get("to") ?? inbox };
  return { choosing: false, to: url.pathname === "/" ? inbox : `${url.pathname}${url.search}` };
}

type Asking = { header: string; browser: Browser; answer: Answer };

/** What the browser's device has signed, if it sent anything of the kind. */
const signedOf = async ({ header }: Asking, passkey: string) =>
  passkey === "" ? undefined : signedIn(header, passkey);

/** A session has begun: this browser is known to the account, and keeps the person's other companies. */
async function settle({ header, answer }: Asking, claims: SessionClaims): Promise<void> {
  answer.cookies.push(rememberDevice(header, claims), await settleFormer(header, claims));
}

/** What the browser gets beside the outcome. */
async function settled(asking: Asking, outcome: Outcome): Promise<Outcome> {
  if (outcome.result === "throttled") asking.answer.retryAfter = outcome.retryAfter;
  if (outcome.result === "signed_in") await settle(asking, outcome.claims);
  return outcome;
}

function credentialsPort(asking: Asking): Pick<SignInPort, "withPassword" | "withPasskey"> {
  const { header, browser, answer } = asking;
  const deviceOf = (account: DeviceAccount) => knownDevice(header, account);
  return {
    withPassword: (email, password, { code, passkey }) =>
      answer.attempt(async () => {
        const second = { code, signed: await signedOf(asking, passkey) };
        const { current, others } = await sessionsIn(header);
        const open = [...(current ? [current] : []), ...others].map(({ claims }) => claims.companyId);
        return settled(asking, await signInWithPassword({ email, password, second, deviceOf, open }, browser));
      }),
    withPasskey: (passkey) =>
      answer.attempt(async () =>
        settled(asking, await signInWithPasskey(await signedOf(asking, passkey), browser, deviceOf)),
      ),
  };
}

function portFor(c: Context, answer: Answer): SignInPort {
  const browser = { address: addressOf(c), userAgent: c.req.header("user-agent") ?? "" };
  const header = c.req.header("cookie") ?? "";
  const asking = { header, browser, answer };
  return {
    ...credentialsPort(asking),
    async vouchedFor(vouched) {
      const { choosing, to } = wayBack(c);
      const current = (await actorFromCookies(header))?.companyId;
      const outcome = await signInVouched(vouched, browser, { choosing, current });
      if (outcome.result === "refused") return undefined;
      if (outcome.result === "choose") {
        answer.cookies.push(await handOver(vouched));
        return `${choicePath}?${new URLSearchParams({ to })}`;
      }
      answer.cookies.push(await settleFormer(header, outcome.claims));
      return outcome.claims;
    },
    chosen: (companyId, { code, passkey }) =>
      answer.attempt(async () => {
        const choice = await choiceIn(header);
        const second = { code, signed: await signedOf(asking, passkey) };
        const claims = choice && (await signInChosen(choice, companyId, browser, second));
        if (!claims || typeof claims === "string") return claims;
        answer.cookies.push(forgetChoice(), await settleFormer(header, claims));
        return claims;
      }),
    async leaving() {
      answer.cookies.push(await endOthers(header));
    },
  };
}

/** /api/auth: sign-in, sign-out and what next-auth's own client asks for. */
export const authApp = new Hono();

authApp.all("/*", async (c) => {
  if (c.req.path === "/api/auth/companies") {
    c.header("cache-control", "private, no-store");
    return c.json({ companies: await companiesOf(await choiceIn(c.req.header("cookie") ?? "")) });
  }
  if (c.req.path === "/api/auth/passkey-challenge") {
    if (c.req.method !== "POST") throw new AppError("method_not_allowed");
    if (!takesPasskeys) throw new AppError("not_found");
    const { options, cookie } = await challengeBrowser();
    c.header("set-cookie", cookie);
    c.header("cache-control", "private, no-store");
    return c.json(options);
  }
  const answer = new Answer();
  await nextAuth(await requestOf(c), responseOn(answer), authOptions(portFor(c, answer)));
  return answer.toResponse();
});

authApp.onError((error) => {
  if (!(error instanceof AppError)) throw error;
  return Response.json({ error: error.code, message: error.message }, { status: error.status });
});
