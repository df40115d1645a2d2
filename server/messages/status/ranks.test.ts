import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type DeliveryStatus, nextStatus, statusOfParts } from "./ranks.ts";

const all: DeliveryStatus[] = ["queued", "sent", "delivered", "read", "failed"];
const reports = fc.array(fc.constantFrom(...all), { maxLength: 12 });
const run = (told: readonly DeliveryStatus[]) => told.reduce(nextStatus, "queued" as DeliveryStatus);
const rank = { queued: 0, sent: 1, failed: 1.5, delivered: 2, read: 3 };

describe("delivery states", () => {
  it("never go back, whatever comes how often", () => {
    fc.assert(
      fc.property(reports, fc.constantFrom(...all), (told, next) => {
        const before = run(told);
        expect(rank[nextStatus(before, next)]).toBeGreaterThanOrEqual(rank[before]);
      }),
    );
  });

  it("end the same in every order and with every repetition", () => {
    fc.assert(
      fc.property(reports, fc.integer({ min: 0, max: 1000 }), (told, seed) => {
        const shuffled = told.toSorted((a, b) => ((a.length * 31 + seed) % 7) - ((b.length * 17 + seed) % 7));
        expect(run([...shuffled, ...told])).toBe(run(told));
      }),
    );
  });

  it("of a message in parts are those of its slowest part; a lost part is a lost message", () => {
    expect(statusOfParts(["read", "delivered", "sent"])).toBe("sent");
    expect(statusOfParts(["read", "failed"])).toBe("failed");
    expect(statusOfParts(["read", "read"])).toBe("read");
  });
});
