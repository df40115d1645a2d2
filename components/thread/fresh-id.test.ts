import { afterEach, expect, it, vi } from "vitest";
import { z } from "zod";
import { freshId } from "./fresh-id.ts";

afterEach(() => vi.unstubAllGlobals());

it("is a UUID and another each time, with https and without", () => {
  const withHttps = freshId();
  const { crypto } = globalThis;
  vi.stubGlobal("crypto", { getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes) });
  const ids = [withHttps, freshId(), freshId()];
  for (const id of ids) expect(z.uuidv4().safeParse(id).success).toBe(true);
  expect(new Set(ids).size).toBe(3);
});
