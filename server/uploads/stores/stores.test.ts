import { randomBytes } from "node:crypto";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import S3rver from "s3rver";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { readStorageUrl, type StoragePlace } from "#server/config/storage-url.ts";
import { moveFiles } from "../moving.ts";
import { folderStore } from "./folder.ts";
import { s3Store } from "./s3.ts";
import type { Store } from "./store.ts";

// A real server of the S3 protocol; it does not check signatures of version 4, so keys are not tried here.
const folder = await fs.mkdtemp(path.join(os.tmpdir(), "parley-stores-"));
const server = new S3rver({
  ...{ address: "127.0.0.1", port: 0, silent: true, directory: path.join(folder, "s3") },
  configureBuckets: [{ name: "files", configs: [] }],
});
const { port } = await server.run();
afterAll(async () => {
  await server.close();
  await fs.rm(folder, { recursive: true, force: true });
});

const address = `s3://S3RVER:S3RVER@127.0.0.1:${port}/files/inbox?region=eu-west-1&tls=off`;

function placeOf(url: string): StoragePlace {
  const place = readStorageUrl(url);
  if (!place) throw new Error("no place");
  return place;
}

const key = (n: number, ending = "bin") => `${String(n).padStart(32, "k")}.${ending}`;
const stores = { folder: folderStore(path.join(folder, "own")), s3: s3Store(placeOf(address)) };

it.runIf(process.platform === "linux")("a folder on a full disk takes nothing now, and keeps no half", async () => {
  const file = path.join(folder, "own", key(77).slice(0, 2), key(77));
  await fs.mkdir(path.dirname(file), { recursive: true });
  await fs.symlink("/dev/full", `${file}.part`);
  await expect(stores.folder.put(key(77), Buffer.from("some"))).rejects.toMatchObject({ code: "unavailable" });
  expect(await fs.readdir(path.dirname(file))).not.toContain(`${key(77)}.part`);
});

describe.each(Object.entries(stores))("files in a store: %s [P4]", (_, store) => {
  it("come back as they are, whole and in parts", async () => {
    const bytes = randomBytes(300_000);
    await store.put(key(1), bytes);
    expect((await store.get(key(1)))?.equals(bytes)).toBe(true);
    expect(await store.size(key(1))).toBe(300_000);
    expect((await store.part(key(1), 1000, 1999)).equals(bytes.subarray(1000, 2000))).toBe(true);
    await store.copy(key(1), key(2));
    expect((await store.get(key(2)))?.equals(bytes)).toBe(true);
  });

  it("that are not there are none, and can be removed", async () => {
    expect([await store.get(key(9)), await store.size(key(9))]).toEqual([undefined, undefined]);
    await store.put(key(3), Buffer.from("a"));
    await store.remove(key(3));
    await store.remove(key(3));
    expect(await store.get(key(3))).toBeUndefined();
  });

  it("say which place they are in, the same each time", async () => {
    expect(await store.place()).toBe(await store.place());
    expect(await store.place()).toMatch(/^[\w-]{32,36}$/);
  });
});

it("two folders, and two places of one bucket, are different places [P4]", async () => {
  const other = [folderStore(path.join(folder, "second")), s3Store(placeOf(address.replace("inbox", "other")))];
  const places = await Promise.all([...Object.values(stores), ...other].map((store) => store.place()));
  expect(new Set(places).size).toBe(4);
});

it("a bucket that is not there is no answer about a file [P4]", async () => {
  const store = s3Store(placeOf(address.replace("/files/", "/no-such-bucket/")));
  for (const read of [() => store.get(key(1)), () => store.size(key(1)), () => store.remove(key(1))])
    await expect(read()).rejects.toMatchObject({ code: "unavailable" });
});

it("a storage that is away or refuses is said to be so, without a secret [P4]", async () => {
  const secret = "very-secret-word";
  const url = (at: string, bucket: string) => `s3://KEY:${secret}@127.0.0.1:${at}/${bucket}?tls=off`;
  for (const place of [url("1", "files"), url(String(port), "no-such-bucket")]) {
    const told = await s3Store(placeOf(place))
      .put(key(1), Buffer.from("a"))
      .catch((error: unknown) => error);
    expect(told).toMatchObject({ code: "unavailable" });
    const cause = told instanceof Error ? told.cause : undefined;
    expect(`${String(told)} ${String(cause)} ${JSON.stringify(told)}`).not.toContain(secret);
  }
});

it("a move that was broken off goes on where it was, both ways [P4]", async () => {
  const [from, to] = [folderStore(path.join(folder, "from")), s3Store(placeOf(address.replace("inbox", "moved")))];
  const keys = Array.from({ length: 30 }, (_, n) => key(100 + n));
  for (const one of keys.slice(0, 29)) await from.put(one, Buffer.from(`bytes of ${one}`));
  let puts = 0;
  const breaking: Store = {
    ...to,
    put: async (one, bytes) => {
      if (++puts > 10) throw new Error("the line broke");
      await to.put(one, bytes);
    },
  };
  const move = { keys, from, remove: false, tell: () => undefined };
  await expect(moveFiles({ ...move, to: breaking })).rejects.toThrow("the line broke");
  expect(await moveFiles({ ...move, to })).toEqual({ moved: 19, alreadyThere: 10, missing: 1, removed: 0 });
  expect(await moveFiles({ ...move, to, remove: true })).toMatchObject({ moved: 0, alreadyThere: 29, removed: 29 });
  const back = { keys, from: to, to: from, remove: false, tell: () => undefined };
  expect(await moveFiles(back)).toMatchObject({ moved: 29, missing: 1 });
  for (const one of keys.slice(0, 29)) expect(String(await from.get(one))).toBe(`bytes of ${one}`);
});

describe("an installation with STORAGE_URL [P4]", () => {
  beforeAll(() => {
    vi.stubEnv("STORAGE_URL", address.replace("inbox", "whole"));
  });
  afterAll(() => {
    vi.unstubAllEnvs();
  });

  it("keeps what is uploaded there, and serves it in parts from there", async () => {
    const { env } = await import("#server/config/env.ts");
    const { openDoors, closeDoors } = await import("#server/testing/doors.ts");
    const { plainCompany, visitorOn, visitorSide } = await import("#server/testing/visitor.ts");
    openDoors();
    const visitor = await visitorOn((await plainCompany()).channelId);
    const picture = sharp({ create: { width: 40, height: 20, channels: 3, background: "#336699" } });
    const raw = new Uint8Array(await picture.png().toBuffer());
    const stored = await visitor.side.post<{ url: string; size: number }>(`${visitor.base}/uploads`, undefined, {
      ...visitor.options,
      raw,
    });
    expect(stored.status).toBe(201);
    const { pathname } = new URL(stored.body.url);
    const name = pathname.split("/").at(-1) ?? "";
    const there = await s3Store(placeOf(address.replace("inbox", "whole"))).get(name);
    expect(there?.byteLength).toBe(stored.body.size);
    expect(await folderStore(path.join(env.dataDir, "uploads")).get(name)).toBeUndefined();
    const part = await visitorSide().get(pathname, { headers: { range: "bytes=1-3" } });
    expect([part.status, part.text]).toEqual([206, "PNG"]);
    const { diagnose } = await import("#server/health/doctor.ts");
    const found = (await diagnose()).findings.find(({ check }) => check === "fileStorage");
    expect(found).toMatchObject({ state: "ok", says: expect.stringContaining("/files keeps files") });
    await closeDoors();
  });
});
