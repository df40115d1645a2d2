import type pg from "pg";
import { type Caller, insist } from "./programs.ts";

const size = 300;
const bad = 3;

type Sent = { name: string; jobId: string | undefined };
type State = { status: string; total: number; created: number; failed: number; waiting: number };

function fileOf(name: string): string {
  const lines = Array.from({ length: size }, (_, index) => {
    const email = index < bad ? "no address" : `${name}-${index}@import.example`;
    return `${name}-${index},Person ${index},${email}`;
  });
  return `externalId,name,email\n${lines.join("\n")}\n`;
}

/** Brings a file of contacts in each round: each row once, and every row is accounted for. */
export class Importer {
  private readonly caller: Caller;
  private readonly open: Sent[] = [];
  private count = 0;
  private turn: Promise<void> = Promise.resolve();

  constructor(caller: Caller) {
    this.caller = caller;
  }

  begin(): void {
    this.count += 1;
    const sent: Sent = { name: `import${this.count}`, jobId: undefined };
    this.open.push(sent);
    this.turn = (async () => {
      const body = { text: fileOf(sent.name), fileName: `${sent.name}.csv` };
      const answer = await insist(this.caller, "/v1/contacts/import", body);
      sent.jobId = (JSON.parse(answer ?? "{}") as { jobId?: string }).jobId;
    })();
  }

  rest(): Promise<void> {
    return this.turn;
  }

  /** Of the files since the last good look. */
  async faults(client: pg.Client, companyId: string): Promise<string[]> {
    const found: string[] = [];
    for (const { name, jobId } of this.open) {
      const { rows } = await client.query<{ contacts: number; people: number }>(
        `select count(*)::int as "contacts", count(distinct "externalId")::int as "people" from contacts
         where "companyId" = $1 and "externalId" like $2`,
        [companyId, `${name}-%`],
      );
      const [{ contacts, people } = { contacts: 0, people: 0 }] = rows;
      if (contacts !== people) found.push(`${name}: ${contacts} contacts of ${people} people`);
      if (people !== size - bad) found.push(`${name}: ${people} people of ${size - bad}`);
      const state = await this.read(jobId);
      const wanted = { status: "done", total: size, created: size - bad, failed: bad, waiting: 0 };
      for (const key of Object.keys(wanted) as (keyof State)[])
        if (state[key] !== wanted[key]) found.push(`${name}: ${key} is ${state[key]} and not ${wanted[key]}`);
    }
    if (found.length === 0) this.open.splice(0);
    return found;
  }

  private async read(jobId: string | undefined): Promise<Partial<State>> {
    const { base, token } = this.caller;
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${base}/v1/imports/${jobId}`, { headers, signal: AbortSignal.timeout(10_000) });
    return (await answer.json()) as Partial<State>;
  }
}
