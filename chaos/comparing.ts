import type pg from "pg";
import { type Clients, rest, servedByBot, toldTypes } from "./clients.ts";
import {
  faultsOfBot,
  faultsOfDeliveries,
  faultsOfFeed,
  faultsOfWrites,
  type StoredEvent,
  storedEvents,
  storedMessages,
} from "./truth.ts";
import { connect, until } from "./waiting.ts";

const screensMs = 20_000;
const countingMs = 40_000;

const told = (events: readonly StoredEvent[]) => events.filter(({ type }) => toldTypes.some((one) => one === type));

/** What is not yet told, answered, sent or imported; it may still come. */
async function missing(client: pg.Client, clients: Clients): Promise<string[]> {
  const { companyId, reader, receiver, importer, scheduler, campaigner } = clients;
  const messages = await storedMessages(client, companyId);
  const events = told(await storedEvents(client, companyId));
  const placeless = events.filter(({ seq }) => seq === null).map(({ id }) => `the event ${id} has no place`);
  return [
    ...placeless,
    ...faultsOfFeed(events, reader.read),
    ...faultsOfDeliveries(events, receiver.taken),
    ...faultsOfBot(messages, servedByBot(clients)),
    ...(await scheduler.faults(client, companyId)),
    ...(await importer.faults(client, companyId)),
    ...(await campaigner.faults(client)),
  ];
}

async function shown(client: pg.Client, { companyId, visitors, desk }: Clients): Promise<string[]> {
  const messages = await storedMessages(client, companyId);
  return [...visitors.flatMap((one) => one.faults(messages)), ...(await desk.faults())];
}

/** Until nothing is found, or time is up: then what is still found. */
async function lasting(look: () => Promise<string[]>, ms?: number): Promise<string[]> {
  let last: string[] = [];
  const isQuiet = async () => {
    last = await look();
    return last.length === 0;
  };
  await until(isQuiet, "quiet", ms).catch(() => undefined);
  return last;
}

/** Everyone stops writing; then all that was stored must have been told, and stand on every screen. */
export async function compare(databaseUrl: string, clients: Clients): Promise<string[]> {
  const { companyId, visitors, writers, receiver, desk, refusals, counter } = clients;
  await rest(clients);
  const client = await connect(databaseUrl);
  try {
    const found: string[] = [];
    const quiet = (condition: () => boolean, what: string) =>
      until(condition, what).catch((error: Error) => void found.push(error.message));
    await quiet(() => visitors.every(({ isSettled }) => isSettled), "the end of what visitors send");
    found.push(...(await lasting(() => missing(client, clients))));
    await quiet(() => desk.isOnline(), "the tab's connection");
    found.push(...(await lasting(() => shown(client, clients), screensMs)));
    const claims = [...visitors, ...writers].map((one) => one.claims());
    found.push(
      ...faultsOfWrites(await storedMessages(client, companyId), claims),
      ...(await lasting(async () => (await counter?.faults()) ?? [], countingMs)),
      ...receiver.faults.splice(0),
      ...refusals.wrong.splice(0),
    );
    return found;
  } finally {
    await client.end();
  }
}
