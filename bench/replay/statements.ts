import pg from "pg";

export type Statement = { name: string; text: string; values: unknown[] };

function statementOf(query: unknown): Statement | undefined {
  if (typeof query === "string") return { name: "", text: query, values: [] };
  if (typeof query !== "object" || query === null || !("text" in query)) return undefined;
  const name = "name" in query && typeof query.name === "string" ? query.name : "";
  return {
    name,
    text: String(query.text),
    values: "values" in query && Array.isArray(query.values) ? query.values : [],
  };
}

/** The statements that `work` sends, BEGIN and COMMIT among them, as PostgreSQL gets them. */
export async function spyOn(work: () => Promise<unknown>): Promise<Statement[]> {
  const seen: Statement[] = [];
  const original = pg.Client.prototype.query;
  const spy = function (this: pg.Client, ...args: unknown[]) {
    const statement = statementOf(args[0]);
    if (statement && Array.isArray(args[1])) seen.push({ ...statement, values: args[1] });
    else if (statement) seen.push(statement);
    return Reflect.apply(original, this, args);
  };
  Reflect.set(pg.Client.prototype, "query", spy);
  try {
    await work();
  } finally {
    Reflect.set(pg.Client.prototype, "query", original);
  }
  return seen;
}
