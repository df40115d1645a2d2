import { failureOf } from "#components/live/api.ts";
import { pause } from "#components/live/outbox.ts";

const everyMs = 700;
const longestWaitMs = 10_000;

/** Asks until there is an answer: what passes is waited for, and only what is final is thrown. */
export async function untilAnswered<Answer>(ask: () => Promise<Answer>, wait = pause): Promise<Answer> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await ask();
    } catch (error) {
      if (!failureOf(error).passing) throw error;
      await wait(Math.min(1000 * 2 ** attempt, longestWaitMs));
    }
  }
}

/** Follows a job to its end. The job goes on at the server whatever becomes of one question, or of the page. */
export async function followJob<Job extends { waiting: number; finishedAt: string | null }>(
  read: () => Promise<Job>,
  onProgress: (job: Job) => void,
  wait = pause,
): Promise<Job> {
  for (;;) {
    const job = await untilAnswered(read, wait);
    onProgress(job);
    if (job.finishedAt !== null) return job;
    await wait(everyMs);
  }
}
