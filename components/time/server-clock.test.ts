import { afterEach, expect, it, vi } from "vitest";
import { hearServerDate, onClockChange, serverNow } from "./server-clock.ts";

const hour = 3_600_000;
const real = Date.parse("2026-11-28T14:00:00.000Z");

/** A computer whose clock is off hears an answer of the server. */
function hears(off: number): void {
  vi.setSystemTime(real + off);
  hearServerDate(new Date(real).toUTCString(), real + off);
}

afterEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  hears(0);
  vi.useRealTimers();
});

it("knows the moment where the computer's clock is wrong by an hour, either way", () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  hears(hour);
  expect(serverNow()).toBe(real);
  hears(-hour);
  expect(serverNow()).toBe(real);
});

it("leaves a clock alone that is right but for an answer's way, and one whose server says no date", () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  hears(4000);
  expect(serverNow()).toBe(real + 4000);
  hearServerDate(null, real + 4000);
  expect(serverNow()).toBe(real + 4000);
});

it("learns nothing from an answer that came after the computer had slept", () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(real + 2 * hour);
  hearServerDate(new Date(real).toUTCString(), real);
  expect(serverNow()).toBe(real + 2 * hour);
});

it("tells once when a clock turns out to be wrong, and once when it was put right", () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const told = vi.fn();
  const end = onClockChange(told);
  hears(hour);
  hears(hour + 2000);
  expect(told).toHaveBeenCalledTimes(1);
  hears(0);
  expect(told).toHaveBeenCalledTimes(2);
  end();
});
