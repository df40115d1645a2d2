const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** Steps that people count time in, in seconds. */
const steps = [
  ...[1, 2, 5, 10, 15, 30],
  ...[1, 2, 5, 10, 15, 30].map((count) => count * minute),
  ...[1, 2, 3, 6, 12].map((count) => count * hour),
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500].map((count) => count * day),
];
const mostSteps = 4;

/** Where the axis of a chart of seconds is marked, from zero to what the longest one needs: "6 h", never "4 d 1 h". */
export function timeTicks(longest: number): number[] {
  const step = steps.find((one) => longest <= one * mostSteps) ?? Math.ceil(longest / mostSteps / day) * day;
  const count = Math.max(1, Math.ceil(longest / step));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}
