import { expect, it } from "vitest";
import { CallError } from "#components/live/trpc/call-error.ts";
import { followJob } from "./following-job.ts";

const underway = { waiting: 30, finishedAt: null };
const ended = { waiting: 0, finishedAt: "2026-11-27T19:00:00.000Z" };
const refused = (status: number) => new CallError("no", { data: { httpStatus: status, error: "refused" } });

/** Gives one answer after the other; an error is thrown. */
function follow(...answers: ({ waiting: number; finishedAt: string | null } | Error)[]) {
  const told: number[] = [];
  const waited: number[] = [];
  const read = async () => {
    const answer = answers.shift();
    if (!answer || answer instanceof Error) throw answer;
    return answer;
  };
  const wait = async (ms: number) => void waited.push(ms);
  const done = followJob(read, ({ waiting }) => told.push(waiting), wait);
  return { done, told, waited };
}

it("follows a job on over questions that the network or the server lost", async () => {
  const lost = [new TypeError("Failed to fetch"), refused(503), refused(429)];
  const { done, told, waited } = follow(underway, ...lost, underway, ended);
  expect(await done).toBe(ended);
  expect(told).toEqual([30, 30, 0]);
  expect(waited).toEqual([700, 1000, 2000, 4000, 700]);
});

it("does not follow on where it is told that it may not", async () => {
  const { done } = follow(underway, refused(403), ended);
  await expect(done).rejects.toThrow("no");
});
