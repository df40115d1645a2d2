/** The row after the one that goes, else the one before; none where it is not on the list or stands alone. */
export function rowBeside<Row extends { id: string }>(rows: readonly Row[], id: string): Row | undefined {
  const at = rows.findIndex((row) => row.id === id);
  return at < 0 ? undefined : (rows[at + 1] ?? rows[at - 1]);
}
