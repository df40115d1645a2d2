export type Report = {
  line: (text: string) => void;
  limit: (name: string, value: number, kind: "at least" | "at most", bound: number, unit?: string) => void;
  failures: () => number;
};

export function median(values: number[]): number {
  return percentile(values, 50);
}

export function percentile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil((share / 100) * sorted.length) - 1)] ?? Number.NaN;
}

/** Prints each figure beside its bound and counts what misses it. */
export function createReport(): Report {
  let failed = 0;
  const line = (text: string) => void process.stdout.write(`${text}\n`);
  return {
    line,
    limit(name, value, kind, bound, unit = "") {
      const met = kind === "at least" ? value >= bound : value <= bound;
      if (!met) failed += 1;
      line(`${met ? "ok  " : "MISS"} ${name}: ${value.toFixed(2)}${unit} (${kind} ${bound}${unit})`);
    },
    failures: () => failed,
  };
}
