import { expect, it } from "vitest";
import { Feeder, firstWidth, type Waiting } from "./feeding.ts";

const message = (id: string): Waiting => ({ id, destination: id });

it("hands out nothing that was claimed while a look had found it still", async () => {
  const looks: PromiseWithResolvers<Waiting[]>[] = [];
  const look = () => {
    const one = Promise.withResolvers<Waiting[]>();
    looks.push(one);
    return one.promise;
  };
  const feeder = new Feeder(look, new AbortController().signal);
  const first = feeder.next();
  looks[0]?.resolve([message("a"), message("b")]);
  expect([await first, await feeder.next()]).toEqual([message("a"), message("b")]);
  const next = feeder.next();
  feeder.done("a");
  looks[1]?.resolve([message("a"), message("b"), message("c")]);
  expect(await next).toEqual(message("c"));
  const again = feeder.next();
  looks[2]?.resolve([message("a")]);
  expect(await again).toEqual(message("a"));
});

it("goes on while some of what it handed out is under way: what was refused may come due before that has an answer", async () => {
  const looks = [[message("slow"), message("refused")], [], [message("refused")], []];
  const feeder = new Feeder(async () => looks.shift() ?? [], new AbortController().signal);
  expect([await feeder.next(), await feeder.next()]).toEqual([message("slow"), message("refused")]);
  for (const { id } of [message("slow"), message("refused")]) feeder.done(id);
  feeder.finished();
  expect(await feeder.next()).toEqual(message("refused"));
  feeder.finished();
  feeder.finished();
  expect(await feeder.next()).toBeUndefined();
});

it("has only the first few under way until some were taken, then one more for each", async () => {
  const many = Array.from({ length: 3 * firstWidth }, (_, index) => message(String(index)));
  const feeder = new Feeder(async () => many, new AbortController().signal);
  for (let index = 0; index < firstWidth; index += 1) await feeder.next();
  let handed = 0;
  const lanes = Array.from({ length: firstWidth }, async () => {
    if (await feeder.next()) handed += 1;
  });
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  await settled();
  expect(handed).toBe(0);
  feeder.finished(true);
  await settled();
  expect(handed).toBe(1);
  feeder.finished();
  await settled();
  expect(handed).toBe(3);
  feeder.end();
  await Promise.all(lanes);
  expect(handed).toBe(3);
});

it("ends where nothing waits, or where its run does", async () => {
  const ending = new AbortController();
  expect(await new Feeder(async () => [], ending.signal).next()).toBeUndefined();
  const feeder = new Feeder(async () => [message("a"), message("b")], ending.signal);
  expect(await feeder.next()).toEqual(message("a"));
  ending.abort();
  expect(await feeder.next()).toBeUndefined();
});
