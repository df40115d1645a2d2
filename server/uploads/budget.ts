import { z } from "zod";
import { AppError } from "#server/base/errors.ts";
import type { Actor } from "#server/core/actor.ts";
import { query } from "#server/core/operation.ts";
import { takeTurn } from "#server/db/locking.sql.ts";
import { untakenBytes } from "./sweeping.sql.ts";

const megabyte = 1024 * 1024;

/** Four of the largest images at once: a widget sends each as soon as it is uploaded. */
export const visitorBudget = 20 * megabyte;
/** More than a hundred people who all upload their largest at once; a disk bears it for the hour until it is swept. */
const companyBudget = 512 * megabyte;
/** A file costs a row and blocks of the disk however small it is; it also bounds how many rows are summed up. */
const leastCounted = 32 * 1024;

export const countedSize = (size: number) => Math.max(size, leastCounted);

/** Refuses what would pass the budget of the visitor or of the company. */
async function assertRoom(actor: Actor, size: number): Promise<void> {
  const held = await untakenBytes(actor, leastCounted);
  const more = countedSize(size);
  if (held.visitor + more > visitorBudget) {
    throw new AppError("payload_too_large", {
      message: `Your images that are not sent yet come to more than ${visitorBudget / megabyte} MB. Send them first, or try again later.`,
    });
  }
  if (held.company + more > companyBudget) {
    throw new AppError("payload_too_large", {
      message: "Too many images are waiting to be sent here. Try again later.",
    });
  }
}

/** One upload after the other in a company, up to the commit: two at once cannot both take the last room. */
export async function takeRoom(actor: Actor, size: number): Promise<void> {
  await takeTurn(`uploads:${actor.companyId}`);
  await assertRoom(actor, size);
}

/** Asked before the work of reading an image; what counts is asked again when it is recorded. */
export const checkRoom = query({
  name: "uploads.checkRoom",
  access: "visitor",
  input: z.object({ size: z.int().min(0) }),
  output: z.object({}),
  example: () => ({ size: 68 }),
  async run({ actor, input }) {
    await assertRoom(actor, input.size);
    return {};
  },
});
