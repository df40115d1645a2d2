import { randomBytes, randomUUID } from "node:crypto";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { parseEnv, secretFault } from "./variables.ts";

describe("parseEnv", () => {
  it("has a default for everything", () => {
    expect(parseEnv({})).toMatchObject({
      port: 3000,
      host: "127.0.0.1",
      publicUrl: "http://localhost:3000",
      databaseUrl: undefined,
      embedded: true,
      dataDir: path.resolve(".data"),
      appEnv: "live",
      role: "all",
      allowPrivateTargets: false,
      requireSecondFactor: false,
      simulator: true,
      demo: true,
    });
  });

  it("opens WhatsApp's sign-up only with the whole app", () => {
    const app = { META_APP_ID: "42", META_APP_SECRET: "a secret" };
    expect(parseEnv({ ...app, META_CONFIG_ID: "73" }).meta).toMatchObject({ appId: "42", configId: "73" });
    expect(parseEnv(app).meta.configId).toBeUndefined();
    expect(() => parseEnv({ META_APP_ID: "42", META_CONFIG_ID: "73" })).toThrow("META_APP_SECRET is missing");
    expect(() => parseEnv({ ...app, META_CONFIG_ID: "a b" })).toThrow("digits");
  });

  it("derives the public address from the port, and drops a closing slash", () => {
    expect(parseEnv({ PORT: "8080" }).publicUrl).toBe("http://localhost:8080");
    expect(parseEnv({ PUBLIC_URL: "https://inbox.example.com/" }).publicUrl).toBe("https://inbox.example.com");
  });

  it("reads former addresses with spaces or commas between", () => {
    const former = parseEnv({ PUBLIC_URL_PREVIOUS: "https://a.example.com/, http://b.example.com:8080" }).previousUrls;
    expect(former).toEqual(["https://a.example.com", "http://b.example.com:8080"]);
    const first = { PORT: "8080", PUBLIC_URL: "https://inbox.example.com" };
    expect(parseEnv(first).previousUrls).toEqual(["http://localhost:8080"]);
    expect(() => parseEnv({ PUBLIC_URL_PREVIOUS: "a.example.com" })).toThrow(/PUBLIC_URL_PREVIOUS/);
  });

  it.each([
    [{}, false],
    [{ HOST: "::1" }, false],
    [{ HOST: "localhost", PUBLIC_URL: "http://parley.localhost:3000" }, false],
    [{ HOST: "127.8.8.8", PUBLIC_URL: "http://[::1]:3000" }, false],
    [{ PUBLIC_URL: "https://inbox.example.com" }, true],
    [{ PUBLIC_URL: "http://192.168.1.7:3000" }, true],
    [{ PUBLIC_URL: "http://localhost.example.com" }, true],
    [{ HOST: "0.0.0.0" }, true],
    [{ HOST: "::" }, true],
    [{ HOST: "::ffff:127.0.0.1" }, false],
    [{ HOST: "server-7" }, true],
    // Everyone on the network can reach it, whatever name it uses.
    [{ HOST: "0.0.0.0", PUBLIC_URL: "http://localhost:3000" }, true],
  ])("knows whether others can reach %j: %j [found S4]", (given, exposed) => {
    expect(parseEnv(given).isExposed).toBe(exposed);
  });

  it("switches demo and simulator off with an external database, unless they are asked for", () => {
    const external = { DATABASE_URL: "postgresql://user:password@db.example.com/parley" };
    expect(parseEnv(external)).toMatchObject({ embedded: false, demo: false, simulator: false });
    expect(parseEnv({ ...external, DEMO: "1", SIMULATOR: "on" })).toMatchObject({ demo: true, simulator: true });
  });

  it.each(["1", "true", "on", "YES"])("reads %s as on", (text) => {
    expect(parseEnv({ ALLOW_PRIVATE_TARGETS: text }).allowPrivateTargets).toBe(true);
  });

  it("reads former secrets with spaces or commas between, and one that holds such itself", () => {
    const former = (text: string) => parseEnv({ NEXTAUTH_SECRET_PREVIOUS: text }).previousSecrets;
    expect(former("one-secret")).toEqual(["one-secret"]);
    expect(former("one, two")).toEqual(["one, two", "one", "two"]);
    expect(former("")).toEqual([]);
  });

  it("counts an empty variable as unset", () => {
    expect(parseEnv({ PORT: "", DATABASE_URL: "", PUBLIC_URL: "" })).toMatchObject({ port: 3000, embedded: true });
  });

  it("names every fault at once", () => {
    const wrong = { PORT: "70000", ROLE: "boss", APP_ENV: "prod", DEMO: "maybe", PUBLIC_URL: "example.com" };
    expect(() => parseEnv(wrong)).toThrow(/PORT[\s\S]*PUBLIC_URL[\s\S]*APP_ENV[\s\S]*ROLE[\s\S]*DEMO/);
  });

  it("says of each what it must be", () => {
    const wrong = { PORT: "abc", DEMO: "maybe", META_GRAPH_VERSION: "25", EVENT_FEED_DAYS: "0", LOG_LEVEL: "loud" };
    expect(() => parseEnv(wrong)).toThrow(/PORT="abc" must be a port number/);
    expect(() => parseEnv(wrong)).toThrow(/^[^\n]*(?:\n.* must (?:be|look) .*){5}$/);
  });

  it.each([
    ["PUBLIC_URL", "https://inbox.example.com/parley", /without path/],
    ["PUBLIC_URL", "https://inbox.example.com/?a=1", /without path/],
    ["PUBLIC_URL", "https://inbox.example.com#a", /without path/],
    ["PUBLIC_URL", "https://user:hunter22@inbox.example.com", /without path/],
    ["REDIS_URL", "redis://127.0.0.1:6399/abc", /database's number/],
    ["REDIS_URL", "127.0.0.1:6379", /REDIS_URL must be an address beginning with redis:/],
    ["DATABASE_URL", "db.example.com/parley", /DATABASE_URL must be an address beginning with postgres:/],
    ["DATABASE_URL", "postgres://parley:hunter22#a@db.example.com/parley", /DATABASE_URL .* write # as %23/],
    ["REDIS_URL", "redis://:hunter22/a@cache.example.com", /REDIS_URL .* \/ as %2F/],
    ["METRICS_TOKEN", "a token with spaces in it", /has spaces/],
    ["METRICS_TOKEN", "a-token-that-no-hëader-carries", /has spaces/],
  ])("stops the start where %s is %j [P4]", (name, value, fault) => {
    const parse = () => parseEnv({ [name]: value });
    expect(parse).toThrow(fault);
    expect(parse).not.toThrow("hunter22");
  });

  it("takes a database's number in the address of Redis, and IPv6 in its own", () => {
    for (const end of ["", "/", "/3"])
      expect(parseEnv({ REDIS_URL: `redis://127.0.0.1:6399${end}` }).redisUrl).toContain(end);
    expect(parseEnv({ PUBLIC_URL: "http://[::1]:3000/" }).publicUrl).toBe("http://[::1]:3000");
  });

  it("does not repeat a secret in the list of faults", () => {
    expect(() => parseEnv({ DATABASE_URL: "mysql://user:hunter22@db" })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining("hunter22") }),
    );
  });

  it.each([
    ["", /empty/],
    ["secret", /well-known/],
    ["changeme", /well-known/],
    ["nodeauthsecret", /well-known/],
    ["changeme-12345678901", /well-known/],
    ["short-but-random", /can be guessed/],
    ["passwordpassword", /can be guessed/],
    ["supersecretsupersecret", /can be guessed/],
    ["0123456789abcdef0123456789abcdef", /can be guessed/],
    ["qwertyuiopasdfghjklzxcvbnm", /can be guessed/],
    ["ThisIsMySecretKey2026!", /can be guessed/],
    ["parley-production-secret", /can be guessed/],
    ["deadbeefdeadbeefdeadbeefdeadbeef", /repeats|can be guessed/],
    ["tooshort1", /shorter than 16/],
    ["aaaaaaaaaaaaaaaaaaaaaaaa", /repeats/],
  ])("judges NEXTAUTH_SECRET %j [found S18]", (secret, fault) => {
    const parse = () => parseEnv({ NEXTAUTH_SECRET: secret });
    if (fault) expect(parse).toThrow(fault);
    else expect(parse().nextAuthSecret).toBe(secret);
  });

  it("takes every secret that was generated [found S18]", () => {
    const made = [
      () => randomBytes(32).toString("base64url"),
      () => randomBytes(32).toString("base64"),
      () => randomBytes(16).toString("hex"),
      () => randomBytes(32).toString("hex"),
      () => randomUUID(),
    ];
    for (const make of made) for (let n = 0; n < 12; n += 1) expect(secretFault(make())).toBeUndefined();
  });

  it("cannot be changed afterwards", () => {
    expect(Object.isFrozen(parseEnv({}))).toBe(true);
  });
});
