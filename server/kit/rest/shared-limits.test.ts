import { describe, expect, it } from "vitest";
import { Limiter } from "./limits.ts";
import { exchange, type SharedCounts } from "./shared-limits.ts";

/** Redis as the instances see it: `as` is one instance's way to it. */
class Memory {
  private counts = new Map<string, Map<string, number>>();

  as(instance: string): SharedCounts {
    return {
      tell: async (key, used) => {
        const all = this.counts.get(key) ?? new Map<string, number>();
        this.counts.set(key, all.set(instance, used));
        return [...all.values()].reduce((sum, one) => sum + one, 0);
      },
    };
  }

  forget(): void {
    this.counts = new Map();
  }
}

const use = (limiter: Limiter, times: number) => {
  for (let count = 0; count < times; count += 1) limiter.take("token:a", 10);
};

describe("limits of several instances", () => {
  it("count together once the instances have heard of each other", async () => {
    const [one, two, memory] = [new Limiter(), new Limiter(), new Memory()];
    use(one, 6);
    use(two, 3);
    await exchange(one, memory.as("one"));
    await exchange(two, memory.as("two"));
    expect(two.take("token:a", 10)).toMatchObject({ ok: true, remaining: 0 });
    expect(two.take("token:a", 10).ok).toBe(false);
  });

  it("count what is used while the instances exchange exactly once", async () => {
    const [one, two, memory] = [new Limiter(), new Limiter(), new Memory()];
    use(one, 2);
    const exchanging = exchange(one, memory.as("one"));
    use(one, 3);
    await exchanging;
    await exchange(one, memory.as("one"));
    use(two, 1);
    await exchange(two, memory.as("two"));
    expect(two.take("token:a", 10).remaining).toBe(3);
  });

  it("go on alone while the others cannot be reached", async () => {
    const one = new Limiter();
    use(one, 4);
    await expect(exchange(one, { tell: () => Promise.reject(new Error("gone")) })).rejects.toThrow("gone");
    expect(one.take("token:a", 10).remaining).toBe(5);
    await exchange(one, new Memory().as("one"));
    expect(one.take("token:a", 10).remaining).toBe(4);
  });

  it("count what was told once, although the answer was lost and it is told again", async () => {
    const [one, two, memory] = [new Limiter(), new Limiter(), new Memory()];
    use(one, 3);
    const deaf: SharedCounts = {
      tell: async (...said) => {
        await memory.as("one").tell(...said);
        throw new Error("cut");
      },
    };
    await expect(exchange(one, deaf)).rejects.toThrow("cut");
    await exchange(one, memory.as("one"));
    use(two, 1);
    await exchange(two, memory.as("two"));
    expect(two.take("token:a", 10).remaining).toBe(5);
  });

  it("count together again, with all of the minute, where Redis came back and had forgotten", async () => {
    const [one, two, memory] = [new Limiter(), new Limiter(), new Memory()];
    use(one, 2);
    use(two, 4);
    await exchange(one, memory.as("one"));
    await exchange(two, memory.as("two"));
    memory.forget();
    use(one, 1);
    await exchange(one, memory.as("one"));
    use(two, 1);
    await exchange(two, memory.as("two"));
    expect(two.take("token:a", 10).remaining).toBe(10 - 3 - 5 - 1);
  });
});
