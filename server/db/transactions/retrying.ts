import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "#server/base/errors.ts";
import { isRetryable } from "../errors.ts";

const mostAttempts = 8;
const longestPauseMs = 200;

/**
 * Runs a whole transaction again where the database gave it up (deadlock, serialization). Those who stood in each
 * other's way wait for different times, so that they do not meet again; after the last attempt the service is
 * unavailable.
 */
export async function retrying<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (!isRetryable(error)) throw error;
      if (attempt >= mostAttempts) throw new AppError("unavailable", { cause: error });
      await sleep(Math.random() * Math.min(5 * 2 ** attempt, longestPauseMs));
    }
  }
}
