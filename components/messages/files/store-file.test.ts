import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { storeImage } from "../composer/store-image.ts";
import { StoreError, storeFile } from "./store-file.ts";

type Progress = { loaded: number; total: number };

class Request {
  static last: Request;
  readonly upload: { onprogress?: (progress: Progress) => void } = {};
  onloadend?: () => void;
  onload?: () => void;
  onabort?: () => void;
  status = 0;
  responseText = "";
  open = vi.fn();
  setRequestHeader = vi.fn();
  send = vi.fn();

  constructor() {
    Request.last = this;
  }

  abort = vi.fn(() => {
    this.onabort?.();
    this.onloadend?.();
  });
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("XMLHttpRequest", Request);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const file = new File(["abc"], "a.txt");

it("gives up on a line that has fallen silent, as on a server that is away, and never while something moves", async () => {
  const failed = vi.fn();
  storeFile({ file }).catch(failed);
  for (const loaded of [1, 2, 3]) {
    await vi.advanceTimersByTimeAsync(80_000);
    Request.last.upload.onprogress?.({ loaded, total: 3 });
  }
  expect(failed).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(91_000);
  const [told] = failed.mock.calls[0] ?? [];
  expect(told).toBeInstanceOf(StoreError);
  expect(told).toMatchObject({ isAway: true });
  expect(Request.last.abort).toHaveBeenCalledOnce();
});

it("has nothing left to wait for once it is answered or called off", async () => {
  const stored = storeFile({ file });
  Object.assign(Request.last, { status: 201, responseText: '{"id":"1"}' });
  Request.last.onload?.();
  Request.last.onloadend?.();
  expect(await stored).toEqual({ id: "1" });
  const abort = new AbortController();
  const called = storeFile({ file, signal: abort.signal });
  abort.abort();
  await expect(called).rejects.toMatchObject({ isAway: false });
  expect(vi.getTimerCount()).toBe(0);
});

it("an image for an address is given up on a silent line as any file is", async () => {
  const failed = vi.fn();
  storeImage(file).catch(failed);
  await vi.advanceTimersByTimeAsync(91_000);
  expect(failed.mock.calls[0]?.[0]).toMatchObject({ isAway: true });
  const stored = storeImage(file);
  Object.assign(Request.last, { status: 201, responseText: '{"url":"/uploads/1"}' });
  Request.last.onload?.();
  expect(await stored).toBe("/uploads/1");
});
