import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openSocket } from "./live-socket.ts";

const wires: Wire[] = [];

/** The server's end of a line. */
class Wire {
  onmessage?: (told: { data: string }) => void;
  constructor() {
    wires.push(this);
  }
  send = () => undefined;
  close = () => undefined;
  /** Takes the visitor's token. */
  greet(): void {
    const words = ['0{"pingInterval":20000,"pingTimeout":20000}', '40/visitor,{"sid":"a"}'];
    for (const data of [...words, '42/visitor,["hello",{"team":true}]']) this.onmessage?.({ data });
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Wire);
  wires.length = 0;
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** A chat on the line, as it says of itself: here, away. */
function chat() {
  const here: boolean[] = [];
  const other = () => undefined;
  const silent = { team: other, message: other, conversation: other, status: other, typing: other };
  const listener = { ...silent, reset: other, refused: other, connected: (is: boolean) => void here.push(is) };
  const socket = openSocket("t", listener, { origin: "http://parley.example" });
  wires.at(-1)?.greet();
  return { here, socket };
}

/** Timers stand still meanwhile. */
const sleep = () => vi.setSystemTime(Date.now() + 8 * 3_600_000);

it("a line that died while the computer slept is noticed within five seconds of waking", () => {
  const { here, socket } = chat();
  sleep();
  vi.advanceTimersByTime(5000);
  expect(here).toEqual([true, false]);
  vi.advanceTimersByTime(1000);
  wires.at(-1)?.greet();
  expect(wires).toHaveLength(2);
  expect(here).toEqual([true, false, true]);
  socket.close();
});

it("and at once when the visitor looks at the chat again", () => {
  const { here, socket } = chat();
  sleep();
  socket.wake();
  expect(here).toEqual([true, false]);
  socket.close();
  vi.advanceTimersByTime(600_000);
  expect(wires).toHaveLength(1);
});
