import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freshCompany, furnishedCompany, type TestCompany } from "#server/testing/company.ts";
import { allFurniture } from "#server/testing/furnishing.ts";
import { afterCommit, beforeCommit, later } from "./outside.ts";
import { currentScope, inCompany, inTransaction } from "./pool.ts";
import { row, sql } from "./sql.ts";
import { inSavepoint } from "./transactions/savepoint.ts";

let company: TestCompany;
let other: TestCompany;

beforeAll(async () => {
  company = await freshCompany("Inside", allFurniture);
  other = await furnishedCompany("Outside", allFurniture);
});
afterAll(async () => {
  await other.close();
});

const companies = () => row<{ count: number }>(sql`select count(*) as "count" from users`);
const boom = () => {
  throw new Error("not this one");
};

describe("timers and after-commit work leave the transaction they were begun in [found C13]", () => {
  it("a timer that fires while the transaction is open may go to another company", async () => {
    const seen = await inTransaction(company.companyId, async () => {
      const done = new Promise<unknown[]>((resolve, reject) => {
        later(() => {
          const scope = currentScope();
          inTransaction(other.companyId, companies).then((found) => resolve([scope, (found?.count ?? 0) > 0]), reject);
        }, 1);
      });
      return done;
    });
    expect(seen).toEqual([undefined, true]);
  });

  it("after-commit work runs once all can see what was done, in no scope, and not where nothing was", async () => {
    const told: string[] = [];
    const note = (word: string) => afterCommit(() => void told.push(`${word} ${currentScope() === undefined}`));
    await inTransaction(company.companyId, async () => {
      note("committed");
      await inTransaction(company.companyId, async () => note("nested"));
      expect(told).toEqual([]);
    });
    await expect(
      inTransaction(company.companyId, async () => {
        note("rolled back");
        boom();
      }),
    ).rejects.toThrow("not this one");
    note("outside");
    expect(told).toEqual(["committed true", "nested true", "outside true"]);
  });

  it("what no rollback takes back is done last, and not where its part or all of it failed [found S3]", async () => {
    const told: string[] = [];
    const last = (word: string, work = (): void => undefined) =>
      beforeCommit({
        work: async () => {
          told.push(word);
          work();
        },
        undo: async () => void told.push(`not ${word}`),
      });
    await inTransaction(company.companyId, async () => {
      await last("kept");
      const part = inSavepoint(async () => {
        await last("of a part");
        boom();
      });
      await expect(part).rejects.toThrow("not this one");
      expect(told).toEqual([]);
    });
    const failing = inTransaction(company.companyId, async () => {
      await last("rolled back");
      boom();
    });
    await expect(failing).rejects.toThrow("not this one");
    const another = inTransaction(company.companyId, async () => {
      await last("first");
      await last("second", boom);
    });
    await expect(another).rejects.toThrow("not this one");
    await last("outside");
    expect(told).toEqual(["kept", "first", "second", "not first", "not second", "outside"]);
  });

  it("what was forgotten in a transaction finds no connection there once it has ended, and may begin its own", async () => {
    let forgotten: Promise<unknown> = Promise.resolve();
    let begun: Promise<unknown> = Promise.resolve();
    await inTransaction(company.companyId, async () => {
      forgotten = sleep(50).then(companies);
      forgotten.catch(() => undefined); // Looked at below.
      begun = sleep(50).then(() => inCompany(other.companyId, companies));
    });
    await expect(forgotten).rejects.toThrow("has ended");
    expect(await begun).toMatchObject({ count: expect.any(Number) });
  });
});
