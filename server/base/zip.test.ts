import { expect, it } from "vitest";
import { zipOf } from "#server/testing/systems/zip.ts";
import { isZip, readZip } from "./zip.ts";

const megabyte = 1024 * 1024;

it("reads the files of an archive, also behind folders and in other scripts", () => {
  const bytes = zipOf({ "_chat.txt": "Hello", "media/á 日.txt": Buffer.alloc(3 * megabyte, "x") });
  expect(isZip(bytes)).toBe(true);
  const entries = readZip(bytes);
  expect(entries.map(({ name }) => name)).toEqual(["_chat.txt", "media/á 日.txt"]);
  expect(entries[0]?.read(megabyte).toString()).toBe("Hello");
  expect(entries[1]?.read(4 * megabyte)).toHaveLength(3 * megabyte);
});

it("unpacks no more than it may, whatever an archive says of itself", () => {
  const [large] = readZip(zipOf({ a: Buffer.alloc(2 * megabyte) }));
  expect(() => large?.read(megabyte)).toThrow("larger than 1 MB");
  const [liar] = readZip(zipOf({ a: Buffer.alloc(64 * megabyte) }, 10));
  expect(() => liar?.read(megabyte)).toThrow("damaged");
});

it("refuses what is cut off, altered or none", () => {
  const whole = zipOf({ a: "some words that are packed" });
  expect(() => readZip(whole.subarray(0, -8))).toThrow("no whole archive");
  expect(() => readZip(Buffer.from("not an archive"))).toThrow("no whole archive");
  const altered = Buffer.from(whole);
  altered[33] = (altered[33] ?? 0) ^ 0xff;
  expect(() => readZip(altered)[0]?.read(megabyte)).toThrow("damaged");
  const lost = Buffer.from(whole);
  lost.writeUInt32LE(whole.length - 10, whole.length - 6);
  expect(() => readZip(lost)).toThrow("directory is damaged");
});
