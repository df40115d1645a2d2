import { notFound } from "#server/base/errors.ts";
import { isId } from "#server/base/ids.ts";
import { calendarsOf } from "#server/calendars/access.ts";
import type { Opening } from "#server/calendars/hours.ts";
import type { ClockKind } from "#server/conversations/clocks/schema.ts";
import type { Actor } from "#server/core/actor.ts";
import type { Calendar, SlaPolicy } from "#server/db/generated/client.ts";
import { prisma } from "#server/db/prisma.ts";

type Company = Pick<Actor, "companyId">;

/** What a policy promises, in seconds of the open time of its calendar. */
export type Terms = {
  targets: Readonly<Record<ClockKind, number | null>>;
  opening: Opening;
  pausesForVisitor: boolean;
};

/** The company's service levels in their order. */
export function policiesOf({ companyId }: Company): Promise<SlaPolicy[]> {
  return prisma.slaPolicy.findMany({
    where: { companyId, deletedAt: null },
    orderBy: [{ order: "asc" }, { id: "asc" }],
  });
}

/** What all of them are called, also those that were deleted: for what they promised. */
export function namesOfAll({ companyId }: Company) {
  return prisma.slaPolicy.findMany({ where: { companyId }, select: { id: true, name: true } });
}

export async function readablePolicy({ companyId }: Company, id: string): Promise<SlaPolicy> {
  const where = { companyId, id, deletedAt: null };
  const found = isId(id) ? await prisma.slaPolicy.findFirst({ where }) : undefined;
  if (!found) throw notFound("service level");
  return found;
}

function termsOf(policy: SlaPolicy, calendars: readonly Calendar[]): Terms {
  const { firstResponse, nextResponse, resolution, pausesForVisitor, calendarId } = policy;
  const opening: Opening =
    calendars.find(({ id, isDefault }) => (calendarId === null ? isDefault : id === calendarId)) ?? null;
  return {
    targets: { first_response: firstResponse, next_response: nextResponse, resolution },
    opening,
    pausesForVisitor,
  };
}

export type Promised = { id: string; name: string; terms: Terms };

/** A policy with what it promises; undefined: it applies no more. A deleted one goes on until its clocks were stopped. */
export async function promisedBy(company: Company, policyId: string): Promise<Promised | undefined> {
  const { companyId } = company;
  const going = { OR: [{ deletedAt: null }, { renewAfter: { not: null } }] };
  const policy = await prisma.slaPolicy.findFirst({ where: { companyId, id: policyId, ...going } });
  return policy ? promisedOf(company, policy) : undefined;
}

export async function promisedOf(company: Company, policy: SlaPolicy): Promise<Promised> {
  return { id: policy.id, name: policy.name, terms: termsOf(policy, await calendarsOf(company)) };
}
