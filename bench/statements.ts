import pg from "pg";

export type Statement = { name: string; text: string; values: unknown[] };

/** The parameterised statements that `work` sends, as PostgreSQL gets them. */
export async function spyOn(work: () => Promise<unknown>): Promise<Statement[]> {
  const seen: Statement[] = [];
  const original = pg.Client.prototype.query;
  const spy = function (this: pg.Client, ...args: unknown[]) {
    const [first] = args;
    if (typeof first === "object" && first !== null && "text" in first && "values" in first) {
      const name = "name" in first && typeof first.name === "string" ? first.name : "";
      seen.push({ name, text: String(first.text), values: Array.isArray(first.values) ? first.values : [] });
    }
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
