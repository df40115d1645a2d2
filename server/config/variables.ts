import path from "node:path";
import { z } from "zod";
import { address, bare, bareList, redis, web } from "./addresses.ts";
import { isExposed } from "./exposure.ts";
import { guessesLog10 } from "./guessing.ts";
import { type MailSender, type MailServer, readMailUrl, readSender } from "./mail-url.ts";
import { readStorageUrl, type StoragePlace } from "./storage-url.ts";
import { noProxies, readTrustedProxies, type TrustedProxies } from "./trusted-proxies.ts";

const flag = z
  .string()
  .transform((text) => text.trim().toLowerCase())
  .pipe(z.enum(["1", "0", "true", "false", "on", "off", "yes", "no"], { error: "must be on or off (1 or 0)" }))
  .transform((text) => ["1", "true", "on", "yes"].includes(text));

const wellKnown = [
  "secret",
  "changeme",
  "change-me",
  "nodeauthsecret",
  "password",
  "nextauth_secret",
  "secretkey",
  "insecure",
  "development",
];

/** As a power of ten: more than 64 bits. What is generated from 16 random bytes is far above, words and runs are below. */
const secretGuesses = 20;

/** Why a signing secret cannot be used, in plain words. */
export function secretFault(secret: string): string | undefined {
  if (secret === "") return "is set but empty: unset it to have one generated";
  const bare = secret.toLowerCase().replaceAll(/[^a-z]/g, "");
  if (wellKnown.some((word) => bare === word.replaceAll(/[^a-z]/g, ""))) return "is a well-known value";
  if (secret.length < 16) return "is shorter than 16 characters";
  if (new Set(secret).size < 6) return "repeats a few characters only";
  if (guessesLog10(secret) < secretGuesses) return "can be guessed: generate one, with `openssl rand -base64 32` say";
  return undefined;
}

const secret = z.string().superRefine((text, context) => {
  const fault = secretFault(text);
  if (fault) context.addIssue({ code: "custom", message: fault });
});

/** Several have spaces or commas between; one secret may hold such itself, so the whole is tried too. */
function previousSecretsIn(text: string): string[] {
  return [...new Set([text, ...text.split(/[\s,]+/)])].filter((one) => one.trim() !== "");
}

const proxies = z.string().transform((text, context): TrustedProxies => {
  const read = readTrustedProxies(text);
  if (read) return read;
  const message = "must be a number of proxies (0 to 10), or addresses and ranges like 10.0.0.1, 172.16.0.0/12";
  context.addIssue({ code: "custom", message });
  return noProxies;
});

const storage = z.string().transform((text, context): StoragePlace | undefined => {
  const place = readStorageUrl(text);
  if (place) return place;
  const message = "must be an address like s3://key:secret@host:port/bucket?region=us-east-1 (&tls=off without https)";
  context.addIssue({ code: "custom", message });
});

const mailServer = z.string().transform((text, context): MailServer | undefined => {
  const server = readMailUrl(text);
  if (server) return server;
  const message = "must be an address like smtp://user:password@host:587 or smtps://user:password@host";
  context.addIssue({ code: "custom", message });
});

const mailSender = z.string().transform((text, context): MailSender | undefined => {
  const sender = readSender(text);
  if (sender) return sender;
  context.addIssue({
    code: "custom",
    message: "must be an email address, or a name with one: Parley <inbox@example.com>",
  });
});

const port = z
  .string()
  .regex(/^\d{1,5}$/, "must be a port number")
  .transform(Number)
  .refine((number) => number >= 1 && number <= 65_535, { error: "must be a port number from 1 to 65535" });

const variables = z.object({
  NODE_ENV: z.string().optional(),
  PORT: port.default(3000),
  HOST: z
    .string()
    .regex(/^[A-Za-z0-9.:_-]+$/, "must be an address or host name to listen on")
    .default("127.0.0.1"),
  PUBLIC_URL: bare.optional(),
  PUBLIC_URL_PREVIOUS: bareList.default([]),
  TRUSTED_PROXIES: proxies.default(noProxies),
  DATABASE_URL: address(["postgres:", "postgresql:"]).optional(),
  DATA_DIR: z.string().min(1, "is empty").default(".data"),
  STORAGE_URL: storage.optional(),
  REDIS_URL: redis.optional(),
  CLAMD_URL: address(["tcp:"])
    .transform((text) => new URL(text))
    .refine(({ hostname }) => hostname !== "", { error: "must be an address like tcp://host:3310" })
    .optional(),
  SMTP_URL: mailServer.optional(),
  MAIL_FROM: mailSender.optional(),
  APP_ENV: z.enum(["live", "test"], { error: "must be live or test" }).default("live"),
  ROLE: z.enum(["web", "worker", "all"], { error: "must be web, worker or all" }).default("all"),
  NEXTAUTH_SECRET: secret.optional(),
  NEXTAUTH_SECRET_PREVIOUS: z.string().transform(previousSecretsIn).default([]),
  ALLOW_PRIVATE_TARGETS: flag.default(false),
  REQUIRE_SECOND_FACTOR: flag.default(false),
  SIMULATOR: flag.optional(),
  DEMO: flag.optional(),
  EVENT_FEED_DAYS: z
    .string()
    .regex(/^\d{1,4}$/, "must be a number of days")
    .transform(Number)
    .refine((days) => days >= 1 && days <= 3650, { error: "must be a number of days from 1 to 3650" })
    .default(30),
  METRICS_TOKEN: z
    .string()
    .min(16, "is shorter than 16 characters")
    .regex(/^[!-~]*$/, "has spaces or characters that a header cannot carry")
    .optional(),
  METRICS_PORT: port.optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: web.optional(),
  OTEL_SERVICE_NAME: z.string().max(100).default("parley"),
  LOG_LEVEL: z
    .enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"], {
      error: "must be trace, debug, info, warn, error, fatal or silent",
    })
    .default("info"),
  OIDC_ISSUER: web.optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_NAME: z.string().max(40).default("Single sign-on"),
  META_GRAPH_URL: web.default("https://graph.facebook.com"),
  META_INSTAGRAM_URL: web.default("https://graph.instagram.com"),
  META_GRAPH_VERSION: z
    .string()
    .regex(/^v\d{1,3}\.\d{1,2}$/, "must look like v25.0")
    .default("v25.0"),
  GOOGLE_ANALYTICS_URL: web.default("https://www.google-analytics.com"),
  HUBSPOT_URL: web.default("https://api.hubapi.com"),
  PIPEDRIVE_URL: web.default("https://api.pipedrive.com"),
  META_APP_ID: z.string().optional(),
  META_APP_SECRET: z.string().optional(),
  META_VERIFY_TOKEN: z.string().optional(),
  META_CONFIG_ID: z
    .string()
    .regex(/^\d{1,32}$/, "must be the digits of a configuration's ID")
    .optional(),
});

/** All of them or none. */
const together = [
  ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"],
  ["SMTP_URL", "MAIL_FROM"],
] as const;

const complete = variables.superRefine((given, context) => {
  for (const names of together) {
    const missing = names.filter((name) => given[name] === undefined);
    if (missing.length === names.length) continue;
    for (const name of missing)
      context.addIssue({ code: "custom", path: [name], message: `is missing: ${names.join(", ")} go together` });
  }
  for (const name of ["META_APP_ID", "META_APP_SECRET"] as const) {
    if (given.META_CONFIG_ID === undefined || given[name] !== undefined) continue;
    context.addIssue({ code: "custom", path: [name], message: "is missing: META_CONFIG_ID needs it" });
  }
});

export type Environment = Readonly<ReturnType<typeof settings>>;

/** Reads all variables, or throws one error that names every fault. An empty value counts as unset, but for the secret. */
export function parseEnv(source: Record<string, string | undefined>): Environment {
  const given = Object.fromEntries(
    Object.keys(variables.shape).flatMap((name) => {
      const value = source[name];
      return value === undefined || (value === "" && name !== "NEXTAUTH_SECRET") ? [] : [[name, value]];
    }),
  );
  const parsed = complete.safeParse(given);
  if (!parsed.success) throw new Error(faults(parsed.error, given));
  return Object.freeze(settings(parsed.data));
}

const secretNames = /SECRET|TOKEN|DATABASE_URL|REDIS_URL|STORAGE_URL|SMTP_URL/;

function faults(error: z.ZodError, given: Record<string, unknown>): string {
  const lines = error.issues.map((issue) => {
    const name = String(issue.path[0]);
    // An address may hold a password wherever it stands.
    const hidden = given[name] === undefined || secretNames.test(name) || String(given[name]).includes("@");
    const shown = hidden ? "" : `=${JSON.stringify(given[name])}`;
    return `  ${name}${shown} ${issue.message}`;
  });
  return `The environment is not valid:\n${lines.join("\n")}`;
}

function servicesOf({ GOOGLE_ANALYTICS_URL, HUBSPOT_URL, PIPEDRIVE_URL }: z.output<typeof variables>) {
  return { googleAnalytics: GOOGLE_ANALYTICS_URL, hubspot: HUBSPOT_URL, pipedrive: PIPEDRIVE_URL };
}

function secretsOf({ NEXTAUTH_SECRET, NEXTAUTH_SECRET_PREVIOUS }: z.output<typeof variables>) {
  return {
    nextAuthSecret: NEXTAUTH_SECRET,
    /** Open what was sealed with them, and seal nothing. */
    previousSecrets: NEXTAUTH_SECRET_PREVIOUS,
  };
}

function metaOf(given: z.output<typeof variables>) {
  return {
    graphUrl: given.META_GRAPH_URL,
    instagramUrl: given.META_INSTAGRAM_URL,
    graphVersion: given.META_GRAPH_VERSION,
    appId: given.META_APP_ID,
    appSecret: given.META_APP_SECRET,
    verifyToken: given.META_VERIFY_TOKEN,
    /** Of the configuration with which WhatsApp's embedded sign-up opens. */
    configId: given.META_CONFIG_ID,
  };
}

function oidcOf(given: z.output<typeof variables>) {
  if (!given.OIDC_ISSUER || !given.OIDC_CLIENT_ID || !given.OIDC_CLIENT_SECRET) return undefined;
  return {
    issuer: given.OIDC_ISSUER,
    clientId: given.OIDC_CLIENT_ID,
    clientSecret: given.OIDC_CLIENT_SECRET,
    name: given.OIDC_NAME,
  };
}

function settings(given: z.output<typeof variables>) {
  const embedded = given.DATABASE_URL === undefined;
  const local = `http://localhost:${given.PORT}`;
  const publicUrl = given.PUBLIC_URL ?? local;
  return {
    production: given.NODE_ENV === "production",
    port: given.PORT,
    host: given.HOST,
    publicUrl,
    /** Files were given out under them, before there was a PUBLIC_URL too: what names one so is shown under this one. */
    previousUrls: [...given.PUBLIC_URL_PREVIOUS, local].filter((url) => url !== publicUrl),
    /** Others than this machine can reach it. */
    isExposed: isExposed({ host: given.HOST, publicUrl }),
    /** Whose X-Forwarded-For is believed. */
    trustedProxies: given.TRUSTED_PROXIES,
    databaseUrl: given.DATABASE_URL,
    /** PostgreSQL runs under the data folder. */
    embedded,
    dataDir: path.resolve(given.DATA_DIR),
    /** Where files are kept, else in the data folder. */
    storage: given.STORAGE_URL,
    redisUrl: given.REDIS_URL,
    /** Who looks for viruses in files that come in; undefined: nobody. */
    scanner: given.CLAMD_URL,
    /** How mail is sent; undefined: not at all. */
    mail: given.SMTP_URL && given.MAIL_FROM ? { server: given.SMTP_URL, from: given.MAIL_FROM } : undefined,
    appEnv: given.APP_ENV,
    role: given.ROLE,
    ...secretsOf(given),
    allowPrivateTargets: given.ALLOW_PRIVATE_TARGETS,
    requireSecondFactor: given.REQUIRE_SECOND_FACTOR,
    simulator: given.SIMULATOR ?? embedded,
    demo: given.DEMO ?? embedded,
    eventFeedDays: given.EVENT_FEED_DAYS,
    /** Opens /metrics to those who are not on this machine. */
    metricsToken: given.METRICS_TOKEN,
    /** Where a worker, which listens nowhere else, answers /metrics. */
    metricsPort: given.METRICS_PORT,
    /** Where traces are sent; undefined: none are made. */
    tracing: given.OTEL_EXPORTER_OTLP_ENDPOINT
      ? { endpoint: given.OTEL_EXPORTER_OTLP_ENDPOINT, service: given.OTEL_SERVICE_NAME }
      : undefined,
    logLevel: given.LOG_LEVEL,
    /** Sign-in through an identity provider; undefined: passwords only. */
    oidc: oidcOf(given),
    /** Services that integrations call. */
    services: servicesOf(given),
    meta: metaOf(given),
  };
}
