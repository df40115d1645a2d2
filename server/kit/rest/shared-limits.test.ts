import { describe, expect, it } from "vitest";
import { Limiter } from "./limits.ts";
import { exchange, type SharedCounts } from "./shared-limits.ts";

function sharedCounts(): SharedCounts {
  const sums = new Map<string, number>();
  return {
    add: async (key, count) => {
      const sum = (sums.get(key) ?? 0) + count;
      sums.set(key, sum);
      return sum;
    },
  };
}

const use = (limiter: Limiter, times: number) => {
  for (let count = 0; count < times; count += 1) limiter.take("token:a", 10);
};

describe("limits of several instances", () => {
  it("count together once the instances have heard of each other", async () => {
    const [one, two, counts] = [new Limiter(), new Limiter(), sharedCounts()];
    use(one, 6);
    use(two, 3);
    await exchange(one, counts);
    await exchange(two, counts);
    expect(two.take("token:a", 10)).toMatchObject({ ok: true, remaining: 0 });
    expect(two.take("token:a", 10).ok).toBe(false);
  });

  it("count what is used while the instances exchange exactly once", async () => {
    const [one, two, counts] = [new Limiter(), new Limiter(), sharedCounts()];
    use(one, 2);
    const exchanging = exchange(one, counts);
    use(one, 3);
    await exchanging;
    await exchange(one, counts);
    use(two, 1);
    await exchange(two, counts);
    expect(two.take("token:a", 10).remaining).toBe(3);
  });

  it("go on alone while the others cannot be reached", async () => {
    const one = new Limiter();
    use(one, 4);
    await expect(exchange(one, { add: () => Promise.reject(new Error("gone")) })).rejects.toThrow("gone");
    expect(one.take("token:a", 10).remaining).toBe(5);
    await exchange(one, sharedCounts());
    expect(one.take("token:a", 10).remaining).toBe(4);
  });
});
