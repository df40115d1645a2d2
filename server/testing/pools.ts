import { afterAll, beforeAll } from "vitest";
import { closeDoors, openDoors } from "./doors.ts";

/** Opens both doors for the tests of one file. */
export function openPools(): void {
  beforeAll(openDoors);
  afterAll(closeDoors);
}
