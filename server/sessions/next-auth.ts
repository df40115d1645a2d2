import type { NextAuthOptions, User } from "next-auth";
import credentialsModule from "next-auth/providers/credentials";
import { log } from "#server/base/log.ts";
import { env, secret } from "#server/config/env.ts";
import { personBehind } from "#server/core/actor.ts";
import { claimsOf, findSession, type SessionClaims } from "./authentication.ts";
import { callbackCookie, cookieOptions, csrfCookie, openedToken, secureCookies, sessionCookie } from "./cookies.ts";
import { endSession } from "./ending.ts";
import { commonJsDefault } from "./interop.ts";
import { absoluteMs } from "./lifetime.ts";
import { takesPasskeys } from "./passkeys/relying-party.ts";
import type { Outcome } from "./signing-in.ts";
import type { SecondStep, Vouched } from "./vouched.ts";

/** The second step as the browser sends it: a code, or what a device signed, JSON. */
type Second = { code: string; passkey: string };

/** What one request to sign in needs; the rest is the same for all. */
export type SignInPort = {
  withPassword(email: string, password: string, second: Second): Promise<Outcome>;
  /** By what a device signed, JSON. */
  withPasskey(passkey: string): Promise<Outcome>;
  /** An address of ours: where the person says in which of several companies. */
  vouchedFor(vouched: Vouched): Promise<SessionClaims | string | undefined>;
  /** The browser signs out: of all companies that it keeps. */
  leaving(): Promise<void>;
  /** In the company that was chosen there. */
  chosen(companyId: string, second: Second): Promise<SessionClaims | SecondStep | undefined>;
};

const credentials = commonJsDefault(credentialsModule);
const oidcProvider = "oidc";
const maxAge = Math.floor(absoluteMs / 1000);

/** The session each user of a running sign-in has been given. */
const begun = new WeakMap<object, SessionClaims>();

/** Null where the session has ended again already. */
async function userOf(claims: SessionClaims): Promise<User | null> {
  if (!(await findSession(claims))) return null;
  const user = { id: claims.userId };
  begun.set(user, claims);
  return user;
}

function passwordProvider(port: SignInPort) {
  return credentials({
    name: "password",
    credentials: {
      email: { type: "email" },
      password: { type: "password" },
      code: { type: "text" },
      passkey: { type: "text" },
    },
    async authorize(given) {
      const { email = "", password = "", code = "", passkey = "" } = given ?? {};
      if (email.length > 254 || password.length > 1000) return null;
      return userIn(await port.withPassword(email, password, { code, passkey }));
    },
  });
}

/** The user of an outcome; null for a refusal. What else is to be said reaches the page as ?error=... */
async function userIn(outcome: Outcome): Promise<User | null> {
  if (outcome.result === "signed_in") return userOf(outcome.claims);
  if (outcome.result === "refused") return null;
  throw new Error(outcome.result === "throttled" ? `throttled:${outcome.retryAfter}` : outcome.result);
}

/** A passkey alone. */
function passkeyProvider(port: SignInPort) {
  return credentials({
    id: "passkey",
    name: "passkey",
    credentials: { passkey: { type: "text" } },
    authorize: async (given) => userIn(await port.withPasskey(given?.passkey ?? "")),
  });
}

/** The person of a choice between companies, which the request's cookie carries. */
function choiceProvider(port: SignInPort) {
  return credentials({
    id: "company",
    name: "company",
    credentials: { companyId: { type: "text" }, code: { type: "text" }, passkey: { type: "text" } },
    async authorize(given) {
      const { companyId = "", code = "", passkey = "" } = given ?? {};
      const claims = await port.chosen(companyId, { code, passkey });
      if (typeof claims === "string") throw new Error(claims);
      return claims ? userOf(claims) : null;
    },
  });
}

type OidcProfile = { sub: string; email?: string; email_verified?: boolean; auth_time?: number };

function identityProvider(): NextAuthOptions["providers"] {
  if (!env.oidc) return [];
  const { issuer, clientId, clientSecret, name } = env.oidc;
  return [
    {
      id: oidcProvider,
      name,
      type: "oauth",
      issuer,
      wellKnown: `${issuer}/.well-known/openid-configuration`,
      clientId,
      clientSecret,
      idToken: true,
      checks: ["pkce", "state", "nonce"],
      authorization: { params: { scope: "openid email profile" } },
      profile: (profile: OidcProfile) => ({ id: profile.sub, email: profile.email ?? null }),
    },
  ];
}

function vouchedIn(profile: object | undefined): Vouched | undefined {
  const { sub: subject, email, email_verified: verified, auth_time: at } = (profile ?? {}) as Partial<OidcProfile>;
  if (!env.oidc || typeof subject !== "string" || subject === "" || subject.length > 255) return undefined;
  return {
    issuer: env.oidc.issuer,
    subject,
    email: verified === true && typeof email === "string" ? email : undefined,
    authTime: typeof at === "number" && at > 0 && at <= 1e11 ? at : undefined,
  };
}

/** Who is not linked yet is known by an address alone: what is wrong then is at the provider, not in the list of members. */
function unverified(): string {
  log.warn("single sign-on was refused: the provider's id token has no address with `email_verified`");
  return "/sign-in?error=unverified";
}

function callbacks(port: SignInPort): NextAuthOptions["callbacks"] {
  return {
    async signIn({ user, account, profile }) {
      if (account?.provider !== oidcProvider) return begun.has(user);
      const vouched = vouchedIn(profile);
      const claims = vouched && (await port.vouchedFor(vouched));
      if (typeof claims === "string") return claims;
      if (claims) begun.set(user, claims);
      else if (vouched && vouched.email === undefined) return unverified();
      return claims !== undefined;
    },
    async jwt({ token, user }) {
      // Thrown where nothing would catch it: it is answered for at the next request.
      const begins = user && begun.get(user);
      if (begins) return { ...begins };
      const claims = claimsOf(token);
      // Thrown, so that the cookie of an ended session is taken away.
      if (!claims || !(await findSession(claims))) throw new Error("the session is over");
      return { ...claims };
    },
    session: ({ session }) => ({ expires: session.expires }),
    redirect: ({ url, baseUrl }) => (isOwn(url, baseUrl) ? new URL(url, baseUrl).href : baseUrl),
  };
}

function isOwn(url: string, baseUrl: string): boolean {
  return URL.canParse(url, baseUrl) && new URL(url, baseUrl).origin === baseUrl;
}

/** next-auth hands the error over by itself or beside other things. */
function reasonIn(metadata: unknown): string | undefined {
  const error: unknown = metadata instanceof Error ? metadata : Reflect.get(Object(metadata), "error");
  return error instanceof Error ? error.message : undefined;
}

const note = (level: "debug" | "warn") => (code: string, metadata?: unknown) =>
  log[level]({ code, error: reasonIn(metadata) }, "sign-in");

/** The options of next-auth for one request. */
export function authOptions(port: SignInPort): NextAuthOptions {
  return {
    secret: secret(),
    useSecureCookies: secureCookies,
    session: { strategy: "jwt", maxAge },
    jwt: {
      maxAge,
      decode: async ({ token, salt }) => (token ? openedToken(token, { ...(salt ? { salt } : {}) }) : null),
    },
    pages: { signIn: "/sign-in", signOut: "/sign-in", error: "/sign-in" },
    cookies: {
      sessionToken: { name: sessionCookie, options: cookieOptions },
      csrfToken: { name: csrfCookie, options: cookieOptions },
      callbackUrl: { name: callbackCookie, options: cookieOptions },
    },
    providers: [
      ...[passwordProvider(port), ...(takesPasskeys ? [passkeyProvider(port)] : [])],
      ...(env.oidc ? [choiceProvider(port)] : []),
      ...identityProvider(),
    ],
    callbacks: callbacks(port),
    events: {
      async signOut({ token }) {
        const claims = claimsOf(token);
        const session = claims && (await findSession(claims));
        if (session) await endSession.execute(personBehind(session.actor), { sessionId: session.id });
        await port.leaving();
      },
    },
    logger: { error: note("warn"), warn: note("debug"), debug: note("debug") },
  };
}
