import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { parser } from "@prometheus-io/lezer-promql";
import parse from "parse-prometheus-text-format";
import { beforeAll, describe, expect, it } from "vitest";
import { parseEnv } from "#server/config/variables.ts";
import { systemPool } from "#server/db/system.ts";
import { app } from "#server/rest/app.ts";
import { workerApp } from "#server/rest/worker-app.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { allFurniture } from "#server/testing/furnishing.ts";
import { http } from "#server/testing/http.ts";
import { queues } from "../queues.ts";

const company = await openCompany("Acme", allFurniture);
const near = { address: "127.0.0.1" };

type Family = ReturnType<typeof parse>[number];
const scrape = async () => parse((await http(app).get("/metrics", near)).text);
const family = (all: readonly Family[], name: string) => all.find((one) => one.name === name);

describe("GET /metrics", () => {
  beforeAll(async () => {
    const api = await openApi(company);
    await api.get(`/v1/contacts/${company.given.contactId}`);
    await api.get("/v1/contacts/018f0000-0000-7000-8000-000000000000");
    await api.get("/v1/a/path/of/somebody@example.com");
    await http(app).get("/widget/v1/nothing-of-the-kind");
    await http(app).get("/health");
  });

  it("is read by a Prometheus parser, and by Prometheus' own tool where it is installed [P4]", async () => {
    const { status, headers, text } = await http(app).get("/metrics", near);
    expect(status).toBe(200);
    expect(headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(parse(text).length).toBeGreaterThan(30);
    const tool = spawnSync("promtool", ["check", "metrics"], { input: text, encoding: "utf8" });
    if (tool.error) return;
    const about = tool.stderr.split("\n").filter((line) => line.startsWith("parley_"));
    expect([tool.status === 0 || tool.status === 3, about]).toEqual([true, []]);
  });

  it("has depth and age of every queue, and of the relay [P4]", async () => {
    const all = await scrape();
    const named = (name: string) => family(all, name)?.metrics.map(({ labels }) => labels?.queue);
    const expected = ["relay", "jobs", "jobs_given_up", ...queues.map(({ queue }) => queue)];
    expect(named("parley_queue_depth")).toEqual(expected);
    expect(named("parley_queue_oldest_seconds")).toEqual(expected);
    expect(family(all, "parley_relay_lag_seconds")?.metrics).toHaveLength(1);
    expect(family(all, "parley_database_up")?.metrics[0]?.value).toBe("1");
  });

  it("knows every table whose rows wait for their time or are held by a process [P4]", async () => {
    const { rows } = await systemPool().query<{ name: string }>(`
      select distinct "table_name" as "name" from information_schema.columns where "table_schema" = 'public'
        and "column_name" in ('dueAt', 'leasedBy', 'heldBy', 'claimedAt', 'sendAt', 'fetchAt', 'nextAttemptAt',
          'scheduledAt', 'movedAt', 'task', 'processedAt')`);
    const read = queues.map((one) => one.rows).join("\n");
    expect(rows.map(({ name }) => name).filter((name) => !read.includes(`from ${name}`))).toEqual([]);
    expect(rows.length).toBeGreaterThan(10);
  });

  it("counts a queue's rows, and how long the oldest has been due [P4]", async () => {
    const of = async (queue: string) => {
      const found = family(await scrape(), "parley_queue_oldest_seconds")?.metrics;
      return Number(found?.find(({ labels }) => labels?.queue === queue)?.value);
    };
    const { contactId } = company.given;
    await systemPool().query(
      `insert into tasks ("companyId", "id", "title", "contactId", "dueAt", "createdBy", "createdAt", "updatedAt")
       values ($1, gen_random_uuid(), 'Call back', $2, now() - interval '90 days', '', now(), now())`,
      [company.companyId, contactId],
    );
    await expect.poll(() => of("task_reminders"), { timeout: 10_000, interval: 500 }).toBeGreaterThan(89 * 86_400);
  });

  it("a campaign that sends is no queue that stands: one that nobody sends is, while anything of it waits [P4]", async () => {
    const [queue] = queues.filter((one) => one.queue === "campaigns");
    const age = `select coalesce(max(extract(day from now() - q.at)), 0)::int as "days" from (${queue?.rows}) q`;
    const days = async () => (await systemPool().query<{ days: number }>(age)).rows[0]?.days;
    const { companyId, given } = company;
    await systemPool().query(
      `insert into campaigns ("companyId", "id", "channelId", "templateId", "name", "status", "heldBy", "scheduledAt", "updatedAt")
       values ($1, $2, $3, gen_random_uuid(), 'Long', 'SENDING', 1, now() - interval '999 days', now() - interval '998 days')`,
      [companyId, companyId, given.channelId],
    );
    const set = (text: string) => systemPool().query(`update campaigns set ${text} where "id" = $1`, [companyId]);
    expect(await days()).toBeLessThan(900);
    await set(`"heldBy" = null`);
    expect(await days()).toBeLessThan(900);
    await systemPool().query(
      `insert into campaign_messages ("companyId", "id", "number", "campaignId", "channelId", "templateId", "destination", "createdAt")
       values ($1, gen_random_uuid(), 999999, $2, $3, gen_random_uuid(), '1', now() - interval '999 days')`,
      [companyId, companyId, given.channelId],
    );
    expect(await days()).toBe(998);
    await set(`"toldAt" = now()`);
    expect(await days()).toBeLessThan(900);
    await set(`"toldAt" = null, "status" = 'SCHEDULED'`);
    expect(await days()).toBe(999);
    await systemPool().query(`delete from campaigns where "id" = $1`, [companyId]);
  });

  it("names routes by their pattern: no label holds an id or what somebody typed [P4]", async () => {
    const { text } = await http(app).get("/metrics", near);
    const labels = [...text.matchAll(/[a-z_]+="((?:[^"\\]|\\.)*)"/g)].map(([, value = ""]) => value);
    for (const route of ["/v1/contacts/{contactId}", "/health", "none"]) expect(labels).toContain(route);
    expect(labels.filter((value) => /[\da-f]{8}-[\da-f]{4}|example\.com|nothing-of/.test(value))).toEqual([]);
  });

  it("holds what a worker does, too", async () => {
    const names = parse((await http(workerApp).get("/metrics", near)).text).map(({ name }) => name);
    for (const name of [
      "parley_job_duration_seconds",
      "parley_bot_turn_duration_seconds",
      "nodejs_eventloop_lag_seconds",
    ])
      expect(names).toContain(name);
    expect((await http(workerApp).get("/health")).status).toBe(200);
  });
});

describe("who may read /metrics", () => {
  const status = async (options: Parameters<ReturnType<typeof http>["get"]>[1], token?: string) =>
    (await http(app, token).get("/metrics", options)).status;

  it("is the machine itself, but never through a proxy on it [P4]", async () => {
    for (const address of ["127.0.0.1", "::1", "::ffff:127.0.0.1"]) expect(await status({ address })).toBe(200);
    expect(await status({ address: "10.0.0.7" })).toBe(401);
    for (const name of ["x-forwarded-for", "forwarded", "via", "x-real-ip"])
      expect(await status({ ...near, headers: { [name]: "127.0.0.1" } })).toBe(401);
  });

  it("is no token of a company [P4]", async () => {
    expect(await status({ address: "10.0.0.7" }, (await company.token(["admin"])).secret)).toBe(401);
  });

  it("is who sends METRICS_TOKEN, from anywhere; where others can reach the installation, nobody else [P4]", () => {
    const program = `
      const { metricsApp } = await import("#server/health/metrics/http.ts");
      const ask = (address, headers = {}) =>
        metricsApp.onError((error) => new Response("", { status: error.status })).request("/", { headers }, { incoming: { socket: { remoteAddress: address } } });
      const token = { authorization: "Bearer a-token-of-24-characters" };
      const all = [ask("127.0.0.1"), ask("10.0.0.7", { authorization: "Bearer another-of-24-characters" })];
      console.log(JSON.stringify((await Promise.all(all)).map(({ status }) => status)));
      const held = await ask("10.0.0.7", token);
      console.log(held.status, (await held.text()).includes("parley_database_up 0"));
      process.exit(0);`;
    const env = {
      PATH: "",
      PUBLIC_URL: "https://inbox.example.com",
      METRICS_TOKEN: "a-token-of-24-characters",
      LOG_LEVEL: "silent",
      NEXTAUTH_SECRET: "3hX9vQ2kLw8RzT5uYb1nM7",
    };
    const flags = ["--disable-warning=ExperimentalWarning", "--input-type=module", "-e", program];
    const said = execFileSync(process.execPath, flags, { encoding: "utf8", env: { ...env, NODE_ENV: "test" } });
    expect(said.trim().split("\n")).toEqual(["[401,401]", "200 true"]);
    expect(() => parseEnv({ METRICS_TOKEN: "short" })).toThrow(/METRICS_TOKEN is shorter/);
  });
});

describe("the dashboard", () => {
  const dashboard = JSON.parse(readFileSync("deploy/grafana/parley.json", "utf8")) as {
    panels: { title: string; targets: { expr: string }[] }[];
    templating: { list: { query: string }[] };
  };

  /** The names of metrics in a query, by Prometheus' own grammar; undefined where it is none. */
  function metricsIn(query: string): string[] | undefined {
    const text = query.replaceAll("$__rate_interval", "5m");
    const names: string[] = [];
    let broken = false;
    parser.parse(text).iterate({
      enter: ({ type, node, from, to }) => {
        if (type.isError) broken = true;
        if (type.name === "Identifier" && node.parent?.name === "VectorSelector") names.push(text.slice(from, to));
      },
    });
    return broken ? undefined : names;
  }

  it("asks only for metrics that exist, in queries that Prometheus reads [P4]", async () => {
    const all = await scrape();
    // The sockets' figure is told by the part that has them.
    const known = new Set([...all.map(({ name }) => name), "parley_sockets"]);
    const queries = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
    expect(queries.length).toBeGreaterThan(15);
    const wrong = queries.filter((query) => {
      const names = metricsIn(query)?.map((name) => name.replace(/_(?:bucket|count|sum)$/, ""));
      return !names || names.length === 0 || names.some((name) => !known.has(name));
    });
    expect(wrong).toEqual([]);
    expect(metricsIn("sum by (") ?? "no query").toBe("no query");
    for (const name of known) {
      if (name.startsWith("parley_")) expect(JSON.stringify(dashboard)).toContain(name);
    }
  });
});
