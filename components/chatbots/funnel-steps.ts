/** How often one step was asked, and what came of it. */
export type StepCount = {
  internalName: string;
  id: number | null;
  entered: number;
  answered: number;
  gaveUp: number;
  abandoned: number;
};

export type FunnelSummary = {
  /** Steps that visitors reached, in the order of the flow. */
  reached: StepCount[];
  /** The largest number of any step: bars are drawn against it. */
  most: number;
  /** The step at which most visitors left; undefined where none left. */
  worst: StepCount | undefined;
};

export function summarize(steps: readonly StepCount[]): FunnelSummary {
  const reached = steps.filter(({ entered }) => entered > 0);
  const most = reached.reduce((highest, { entered }) => Math.max(highest, entered), 0);
  const leaving = reached.filter(({ abandoned }) => abandoned > 0).sort((a, b) => b.abandoned - a.abandoned);
  return { reached, most, worst: leaving[0] };
}

/** A share in percent, never above 100: answers to a question may come a day after it was asked. */
export function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.min(100, (part / whole) * 100);
}

/** The UTC days of the last `days` days, today included, as dates without time. */
export function lastDays(days: number, now: Date): { from: string; to: string } {
  const day = (date: Date) => date.toISOString().slice(0, 10);
  return { from: day(new Date(now.getTime() - (days - 1) * 86_400_000)), to: day(now) };
}
