import { describe, expect, it } from "vitest";
import { Connecting } from "./connecting.ts";
import type { LiveConnection } from "./live-connection.ts";

const connection = (name: string) => ({ name }) as unknown as LiveConnection;

describe("who wants the live connection", () => {
  it("has it at once, or as soon as there is one, and leaves it with it", () => {
    const connecting = new Connecting();
    const told: string[] = [];
    const tell = (who: string) => (live: LiveConnection) => {
      told.push(`${who} ${Reflect.get(live, "name")}`);
      return () => told.push(`${who} left ${Reflect.get(live, "name")}`);
    };
    const forget = connecting.with(tell("early"));
    expect(told).toEqual([]);
    expect(connecting.now()).toBeUndefined();
    connecting.began(connection("first"));
    connecting.with(tell("late"));
    expect(told).toEqual(["early first", "late first"]);
    connecting.ended();
    expect(told.splice(0)).toEqual(["early first", "late first", "early left first", "late left first"]);
    expect(connecting.now()).toBeUndefined();
    forget();
    connecting.began(connection("second"));
    expect(told).toEqual(["late second"]);
  });

  it("may want it twice", () => {
    const connecting = new Connecting();
    let running = 0;
    const run = () => {
      running += 1;
      return () => {
        running -= 1;
      };
    };
    const forget = [connecting.with(run), connecting.with(run)];
    connecting.began(connection("only"));
    expect(running).toBe(2);
    forget[0]?.();
    expect(running).toBe(1);
    forget[1]?.();
    expect(running).toBe(0);
  });
});
