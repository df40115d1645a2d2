/** Of one round. `wellMs`: for each time that the fault struck, how long until all was well again. */
export type Outcome = { fault: string; wellMs: readonly number[]; messages: number; wrong: readonly string[] };

/** Of one kind: how often it struck, how many rounds it left wrong, and how long until all was well again. */
type Line = {
  kind: string;
  kills: number;
  faults: number;
  messages: number;
  medianMs: number;
  worstMs: number;
};

function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2;
}

export function linesOf(outcomes: readonly Outcome[]): Line[] {
  return [...new Set(outcomes.map(({ fault }) => fault))].sort().map((kind) => {
    const all = outcomes.filter(({ fault }) => fault === kind);
    const well = all.flatMap(({ wellMs }) => wellMs);
    return {
      kind,
      kills: well.length,
      faults: all.filter(({ wrong }) => wrong.length > 0).length,
      messages: all.reduce((sum, { messages }) => sum + messages, 0),
      medianMs: medianOf(well),
      worstMs: Math.max(...well),
    };
  });
}

export function tableOf(lines: readonly Line[]): string[] {
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  const rows = lines.map(({ kind, kills, faults, messages, medianMs, worstMs }) =>
    [kind, kills, faults, messages, seconds(medianMs), seconds(worstMs)].map(String),
  );
  const all = [["kind", "kills", "faults", "messages", "median", "worst"], ...rows];
  const widths = (all[0] ?? []).map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join("  "),
  );
}
