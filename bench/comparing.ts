import { median, type Report } from "./report.ts";

/** Rounds that count; one before them warms both sides up. */
export const rounds = 5;

type Comparison = {
  name: string;
  /** What is counted, such as "/s". */
  unit: string;
  /** One round of ours, and one of the limit it is measured against. */
  ours: () => Promise<number>;
  limit: () => Promise<number>;
  kind: "at least" | "at most";
  goal: number;
};

const spread = (values: number[], digits: number) =>
  `${median(values).toFixed(digits)} (${Math.min(...values).toFixed(digits)} to ${Math.max(...values).toFixed(digits)})`;

/** Ours : limit, in turns so that both meet the same machine: the median of the rounds' ratios, with the spread. */
export async function compare(report: Report, { name, unit, ours, limit, kind, goal }: Comparison): Promise<void> {
  const [mine, bare, ratios]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round <= rounds; round += 1) {
    const first = round % 2 === 0 ? await limit() : undefined;
    const one = await ours();
    const other = first ?? (await limit());
    if (round === 0) continue;
    mine.push(one);
    bare.push(other);
    ratios.push(one / other);
  }
  report.line(`${name}: ${spread(mine, 0)}${unit}, limit ${spread(bare, 0)}${unit}, ratios ${spread(ratios, 2)}`);
  report.limit(name, median(ratios), kind, goal);
}
