import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Reaching } from "./reaching.ts";

let isUp: boolean;
let asked: number;
let went: string[];
let waits: boolean;
let reaching: Reaching;

beforeEach(() => {
  vi.useFakeTimers();
  isUp = false;
  asked = 0;
  went = [];
  waits = false;
  reaching = new Reaching({
    answers: async () => {
      asked += 1;
      if (!isUp) throw new TypeError("Failed to fetch");
      return true;
    },
    go: (href) => went.push(href),
    tell: (now) => {
      waits = now;
    },
    pauseMs: 2000,
  });
});
afterEach(() => {
  reaching.stop();
  vi.useRealTimers();
});

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe("a link that is pressed while the server is away", () => {
  it("says so, stays, and leads there once the server is back", async () => {
    reaching.want("/contacts");
    await pass(5000);
    expect({ went, waits }).toEqual({ went: [], waits: true });
    isUp = true;
    await pass(2000);
    expect({ went, waits }).toEqual({ went: ["/contacts"], waits: false });
    await pass(10_000);
    expect(went).toHaveLength(1);
  });

  it("leads to the last place that was wanted, and at once when the line is back", async () => {
    reaching.want("/contacts");
    await pass(0);
    reaching.want("/reports");
    await pass(0);
    isUp = true;
    reaching.again();
    await pass(0);
    expect(went).toEqual(["/reports"]);
  });

  it("leads there at once where the server answers, and nowhere once it was given up", async () => {
    isUp = true;
    reaching.want("/tasks");
    await pass(0);
    expect({ went, waits, asked }).toEqual({ went: ["/tasks"], waits: false, asked: 1 });
    isUp = false;
    reaching.want("/inbox");
    await pass(0);
    reaching.stop();
    isUp = true;
    await pass(10_000);
    expect(went).toEqual(["/tasks"]);
  });
});
