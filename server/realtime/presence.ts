import { type Actor, can } from "#server/core/actor.ts";

type Change = { id: string; online: boolean };
type Person = { sockets: number; talks: boolean; available: boolean };
type Company = {
  people: Map<string, Person>;
  changes: Map<string, boolean>;
  timer?: NodeJS.Timeout | undefined;
  team: boolean;
};

type Output = {
  users: (companyId: string, users: Change[]) => void;
  /** Whether anybody of the team who can answer is here. */
  team: (companyId: string, online: boolean) => void;
};

/** Told in batches: presence is the main load of chat servers, and nobody sees a second. */
const pauseMs = 1000;

/** Who of a company is connected to this process. */
export class Presence {
  private readonly output: Output;
  private readonly companies = new Map<string, Company>();

  constructor(output: Output) {
    this.output = output;
  }

  arrive(companyId: string, actor: Actor, available: boolean): void {
    const company = this.companyOf(companyId);
    const id = actor.userId ?? actor.id;
    const known = company.people.get(id);
    company.people.set(id, { sockets: (known?.sockets ?? 0) + 1, talks: can(actor, "chat_talk"), available });
    if (!known) company.changes.set(id, true);
    this.tellSoon(companyId, company);
  }

  /** The person's role or availability may have changed. */
  note(actor: Actor, available: boolean): void {
    const company = this.companyOf(actor.companyId);
    const person = company.people.get(actor.userId ?? actor.id);
    if (!person) return;
    Object.assign(person, { talks: can(actor, "chat_talk"), available });
    this.tellSoon(actor.companyId, company);
  }

  depart(companyId: string, actor: Actor): void {
    const company = this.companyOf(companyId);
    const id = actor.userId ?? actor.id;
    const known = company.people.get(id);
    if (!known) return;
    known.sockets -= 1;
    if (known.sockets > 0) return;
    company.people.delete(id);
    company.changes.set(id, false);
    this.tellSoon(companyId, company);
  }

  /** Everybody who is here now. */
  online(companyId: string): string[] {
    return [...(this.companies.get(companyId)?.people.keys() ?? [])];
  }

  teamIsHere(companyId: string): boolean {
    return [...(this.companies.get(companyId)?.people.values() ?? [])].some(
      ({ talks, available }) => talks && available,
    );
  }

  stop(): void {
    for (const company of this.companies.values()) clearTimeout(company.timer);
    this.companies.clear();
  }

  private companyOf(companyId: string): Company {
    const known = this.companies.get(companyId);
    if (known) return known;
    const company: Company = { people: new Map(), changes: new Map(), team: false };
    this.companies.set(companyId, company);
    return company;
  }

  private tellSoon(companyId: string, company: Company): void {
    company.timer ??= setTimeout(() => this.tell(companyId, company), pauseMs);
  }

  private tell(companyId: string, company: Company): void {
    company.timer = undefined;
    // Gone and back within the pause is no change.
    const changes = [...company.changes].filter(([id, online]) => company.people.has(id) === online);
    company.changes.clear();
    if (changes.length > 0)
      this.output.users(
        companyId,
        changes.map(([id, online]) => ({ id, online })),
      );
    const team = this.teamIsHere(companyId);
    if (team !== company.team) this.output.team(companyId, team);
    company.team = team;
    if (company.people.size === 0) this.companies.delete(companyId);
  }
}
