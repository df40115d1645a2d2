import { afterAll, beforeAll } from "vitest";
import { env } from "#server/config/env.ts";
import { systemPool } from "#server/db/system.ts";
import { prepareJobs } from "#server/jobs/preparing.ts";
import { type Relay, startRelay } from "#server/relay/relay.ts";
import { furnishedCompany, type TestCompany } from "../company.ts";
import { closeDoors, openDoors } from "../doors.ts";
import { allFurniture } from "../furnishing.ts";
import { until } from "../sockets.ts";
import { visitorOn } from "../visitor.ts";
import { asksOf } from "./asks.ts";
import { Screens } from "./screens.ts";

/**
 * One company with all its people's screens open, used by one command after the other until one leaves too little
 * behind.
 */
type Scene = { company: TestCompany; screens: Screens[]; visitors: string[] };

let relay: Relay | undefined;
let scene: Scene | undefined;

/** Everything stored so far has its place. */
export async function relayed({ companyId }: TestCompany): Promise<void> {
  await until(async () => {
    const { rowCount } = await systemPool().query(
      `select from events where "companyId" = $1 and "position" is null limit 1`,
      [companyId],
    );
    return rowCount === 0;
  }, "the relay");
}

async function openScene(): Promise<Scene> {
  const company = await furnishedCompany("Law", allFurniture);
  const ids: string[] = [];
  for (let index = 0; index < 9; index += 1) {
    const visitor = await visitorOn(company.given.channelId ?? "");
    ids.push(await visitor.begin(index % 2 === 0 ? `number ${index}` : `a quokka ${index}`));
  }
  const asks = asksOf(company, [company.given.conversationId ?? "", ...ids.slice(0, 2)]);
  const screens = [company.admin, company.agent].map((actor) => new Screens(actor, asks));
  await relayed(company);
  await Promise.all(screens.map((screen) => screen.open()));
  return { company, screens, visitors: ids };
}

export function closeScene(): void {
  for (const screen of scene?.screens ?? []) screen.close();
  scene = undefined;
}

export async function sceneNow(): Promise<Scene> {
  scene ??= await openScene();
  return scene;
}

export async function followed({ company, screens }: Scene, context: string): Promise<void> {
  await relayed(company);
  await Promise.all(
    screens.map(async (screen) => {
      await screen.hear();
      await screen.compare(`${context}, ${screen.actor.name}`);
    }),
  );
}

/** Runs the command and looks at all screens; a scene that no longer agrees is of no use to the next test. */
export async function obey(context: string, command: (scene: Scene) => Promise<unknown>): Promise<void> {
  const current = await sceneNow();
  try {
    await command(current);
    await followed(current, context);
  } catch (error) {
    closeScene();
    throw error;
  }
}

/** For a file that looks at screens: a relay before its tests, and everything closed after them. */
export function useScenes(): void {
  beforeAll(async () => {
    openDoors();
    await prepareJobs(env.databaseUrl ?? "");
    relay = await startRelay({ url: env.databaseUrl ?? "", consumers: [], ticks: [] });
  });
  afterAll(async () => {
    closeScene();
    await relay?.stop();
    await closeDoors();
  });
}
