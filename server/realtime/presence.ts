import { type Actor, can } from "#server/core/actor.ts";
import type { Elsewhere, Here } from "./board.ts";

type Change = { id: string; online: boolean };
type Person = { sockets: number; talks: boolean; available: boolean };
type Company = {
  people: Map<string, Person>;
  elsewhere: Elsewhere;
  /** Sockets of visitors, who are shown whether the team is online. */
  visitors: number;
  /** Who was last announced as online. */
  told: ReadonlySet<string>;
  timer?: NodeJS.Timeout | undefined;
  team: boolean;
};

type Output = {
  users: (companyId: string, users: Change[]) => void;
  /** Whether someone of the team who can answer is online. */
  team: (companyId: string, online: boolean) => void;
  /** Who is connected to this process has changed. */
  changed: (companyId: string) => void;
  /** Called when a company's first socket connects to this process. */
  follows: () => void;
};

/** Sent in batches: presence is the main load of chat servers, and a second's delay goes unnoticed. */
const pauseMs = 1000;

/** Who of a company is connected, to this process and, as other instances report, to them. */
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
    this.changed(companyId, company);
  }

  /** The person's role or availability may have changed. */
  note(actor: Actor, available: boolean): void {
    const company = this.companies.get(actor.companyId);
    const person = company?.people.get(actor.userId ?? actor.id);
    if (!company || !person) return;
    Object.assign(person, { talks: can(actor, "chat_talk"), available });
    this.changed(actor.companyId, company);
  }

  depart(companyId: string, actor: Actor): void {
    const company = this.companies.get(companyId);
    const id = actor.userId ?? actor.id;
    const known = company?.people.get(id);
    if (!company || !known) return;
    known.sockets -= 1;
    if (known.sockets > 0) return;
    company.people.delete(id);
    this.changed(companyId, company);
  }

  /** Registers an open page of a visitor. Returns how to remove it. */
  visit(companyId: string): () => void {
    const company = this.companyOf(companyId);
    company.visitors += 1;
    return () => {
      company.visitors -= 1;
      this.tellSoon(companyId, company);
    };
  }

  /** Takes over the other instances' reports. */
  hear(companyId: string, elsewhere: Elsewhere): void {
    const company = this.companies.get(companyId);
    if (!company) return;
    company.elsewhere = elsewhere;
    this.tellSoon(companyId, company);
  }

  /** Companies with sockets on this process. */
  followed(): string[] {
    return [...this.companies.keys()];
  }

  /** Who is connected to this process, for the others. */
  here(companyId: string): Here["people"] {
    const people = [...(this.companies.get(companyId)?.people ?? [])];
    return Object.fromEntries(people.map(([id, { talks, available }]) => [id, { talks, available }]));
  }

  /** Everyone who is online now. */
  online(companyId: string): string[] {
    const company = this.companies.get(companyId);
    return company ? [...everybody(company)] : [];
  }

  isTeamOnline(companyId: string): boolean {
    const company = this.companies.get(companyId);
    if (!company) return false;
    const others = [...company.elsewhere.values()].flatMap(({ people }) => Object.values(people));
    return [...company.people.values(), ...others].some(({ talks, available }) => talks && available);
  }

  stop(): void {
    for (const company of this.companies.values()) clearTimeout(company.timer);
    this.companies.clear();
  }

  private companyOf(companyId: string): Company {
    const known = this.companies.get(companyId);
    if (known) return known;
    const company: Company = { people: new Map(), elsewhere: new Map(), visitors: 0, told: new Set(), team: false };
    this.companies.set(companyId, company);
    this.output.follows();
    return company;
  }

  private changed(companyId: string, company: Company): void {
    this.output.changed(companyId);
    this.tellSoon(companyId, company);
  }

  private tellSoon(companyId: string, company: Company): void {
    company.timer ??= setTimeout(() => this.tell(companyId, company), pauseMs);
  }

  private tell(companyId: string, company: Company): void {
    company.timer = undefined;
    const now = everybody(company);
    // Gone and back within the pause, or on to another instance, is no change.
    const changes = [
      ...[...now].filter((id) => !company.told.has(id)).map((id) => ({ id, online: true })),
      ...[...company.told].filter((id) => !now.has(id)).map((id) => ({ id, online: false })),
    ];
    company.told = now;
    if (changes.length > 0) this.output.users(companyId, changes);
    const team = this.isTeamOnline(companyId);
    if (team !== company.team) this.output.team(companyId, team);
    company.team = team;
    if (company.people.size === 0 && company.visitors === 0) this.companies.delete(companyId);
  }
}

function everybody(company: Company): Set<string> {
  const others = [...company.elsewhere.values()].flatMap(({ people }) => Object.keys(people));
  return new Set([...company.people.keys(), ...others]);
}
