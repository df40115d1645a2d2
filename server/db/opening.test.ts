import fs from "node:fs";
import net, { type AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, expect, inject, it } from "vitest";
import { secretIn } from "#server/config/secret.ts";
import { StartFault } from "#server/config/start-fault.ts";
import { hasDatabase, startDatabase } from "./embedded.ts";
import { faultOfDatabase, faultOfDataDir, requireInstallation, requireOwnConnections } from "./opening.ts";
import { ensureRoles } from "./roles.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "parley-faults-"));
afterAll(() => fs.rmSync(folder, { recursive: true }));

const file = path.join(folder, "file");
fs.writeFileSync(file, "not a folder");

const caught = (work: () => Promise<unknown>) => work().catch((error: unknown) => error);

it("names DATA_DIR where it is a file", async () => {
  for (const dataDir of [file, path.join(file, "below")]) {
    for (const start of [() => startDatabase({ dataDir, throwaway: true }), async () => secretIn(dataDir)]) {
      const fault = faultOfDataDir(await start().catch((error: unknown) => error), dataDir);
      expect(fault).toBeInstanceOf(StartFault);
      expect(String(fault)).toMatch(`The folder ${dataDir} cannot be written`);
    }
  }
});

it("says that the disk is full, also where the system names no file", () => {
  const error = Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
  for (const given of [error, Object.assign(new Error(), { code: "EDQUOT", path: path.join(folder, "secret") })]) {
    const fault = faultOfDataDir(given, folder);
    expect(fault).toBeInstanceOf(StartFault);
    expect(String(fault)).toMatch(`The disk of the folder ${folder} is full`);
  }
});

it("names DATABASE_URL where nothing answers there, and tells no password", async () => {
  for (const host of ["127.0.0.1:1", "localhost:1", "no-such-host.invalid:5432"]) {
    const url = `postgresql://parley:hunter22@${host}/inbox`;
    const fault = faultOfDatabase(await ensureRoles(url).catch((error: unknown) => error), url);
    expect(fault).toBeInstanceOf(StartFault);
    expect(String(fault)).toMatch(
      /The database inbox at \S+ cannot be reached \((?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN)\).*DATABASE_URL/,
    );
    expect(String(fault)).not.toContain("hunter22");
  }
});

it("says in words what is wrong with the secret, or with a database of another PostgreSQL [P4]", async () => {
  const dataDir = path.join(folder, "former");
  fs.mkdirSync(path.join(dataDir, "database", "cluster"), { recursive: true });
  fs.writeFileSync(path.join(dataDir, "secret"), "short\n");
  fs.writeFileSync(path.join(dataDir, "database", "cluster", "PG_VERSION"), "9\n");
  const fault = faultOfDataDir(await caught(async () => secretIn(dataDir)), dataDir);
  expect(fault).toBeInstanceOf(StartFault);
  expect(String(fault)).toContain(`The secret in ${path.join(dataDir, "secret")} is shorter than 16 characters`);
  const former = await caught(() => startDatabase({ dataDir, throwaway: true }));
  expect(former).toBeInstanceOf(StartFault);
  expect(String(former)).toMatch(/was made by PostgreSQL 9, this is \d+/);
});

it("makes nothing for who only looks, and says where nothing is [P4]", async () => {
  const dataDir = path.join(folder, "mistyped");
  expect(hasDatabase(dataDir)).toBe(false);
  expect(fs.existsSync(dataDir)).toBe(false);
  const address = new URL(inject("testServer").url);
  address.pathname = "/postgres";
  const fault = await caught(() => requireInstallation(address.href));
  expect(fault).toBeInstanceOf(StartFault);
  expect(String(fault)).toMatch(/There is no installation in the database postgres/);
});

const signedIn = Buffer.from([...[0x52, 0, 0, 0, 8, 0, 0, 0, 0], ...[0x5a, 0, 0, 0, 5, 0x49]]);
const farewell = 0x58;

/** Lends one connection of the server to all its clients, statement by statement, as poolers of transactions do. */
async function poolerOf(url: string) {
  const { host, port } = new pg.Client({ connectionString: url });
  const upstream = host.startsWith("/") ? net.connect(`${host}/.s.PGSQL.${port}`) : net.connect(port, host);
  let first: net.Socket | undefined;
  let last: net.Socket | undefined;
  upstream.on("data", (chunk) => last?.write(chunk));
  const server = net.createServer((client) => {
    const isFirst = first === undefined;
    first ??= client;
    let begun = isFirst;
    client
      .on("error", () => undefined)
      .on("data", (chunk) => {
        if (chunk[0] === farewell) return void client.end();
        if (!begun) {
          begun = true;
          return void client.write(signedIn);
        }
        last = client;
        upstream.write(chunk);
      });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = new URL(url);
  address.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  address.search = "";
  return {
    url: address.href,
    close: () => {
      upstream.destroy();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

it("refuses a pooler that lends a connection to several, where companies would mix", async () => {
  const { url } = inject("testServer");
  await expect(requireOwnConnections(url)).resolves.toBeUndefined();
  const pooler = await poolerOf(url);
  const fault = await requireOwnConnections(pooler.url).catch((error: unknown) => error);
  await pooler.close();
  expect(fault).toBeInstanceOf(StartFault);
  expect(String(fault)).toMatch(/pooler at 127\.0\.0\.1:\d+ .*same process of the server.*name the PostgreSQL server/);
});
