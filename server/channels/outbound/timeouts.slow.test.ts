import { expect, it } from "vitest";
import { minute, shiftClock } from "#server/base/clock.ts";
import { recoverStuck } from "#server/messages/queue/send-queue.ts";
import { reply } from "#server/messages/sending.ts";
import { deliverWaiting } from "#server/templates/delivering.ts";
import { sendTemplate } from "#server/templates/sending.ts";
import { openCompany, runPlatform } from "#server/testing/fixture.ts";
import { Line } from "#server/testing/platform.ts";
import { approvedTemplate } from "#server/testing/processes/campaigning.ts";

let next = 5491150071100;

const company = await openCompany();
await runPlatform();

async function talk(line: Line) {
  const peer = String(++next);
  await line.customer(peer);
  await line.settled();
  return { line, peer, id: await line.conversation(peer) };
}

const statusOf = async ({ line, id }: Awaited<ReturnType<typeof talk>>) => (await line.messages(id)).at(-1)?.status;

// The platforms accept and never answer: each send waits for its whole time.
it("what was accepted without an answer is never sent again, and its fate is learnt from statuses and echoes", async () => {
  const whatsapp = await talk(await Line.open(company));
  const messenger = await talk(await Line.open(company, "FACEBOOK"));
  const instagram = await talk(await Line.open(company, "INSTAGRAM"));
  const template = await talk(await Line.open(company));
  const silent = await talk(await Line.open(company));
  const { id: templateId } = await approvedTemplate(company, template.line, "late", "Hola {{1}}, hay novedades.");
  const all = [whatsapp, messenger, instagram, template, silent];
  for (const { line } of all) await line.faults({ timeoutRate: 100 });
  await silent.line.faults({ statuses: false });
  for (const { id } of [whatsapp, messenger, instagram, silent])
    await reply.execute(company.admin, { conversationId: id, type: "text/plain", body: "Once only" });
  await sendTemplate.execute(company.admin, { conversationId: template.id, templateId, variables: { "1": "Ana" } });

  const sending = [whatsapp, messenger, instagram, silent].map(({ line, id }) => line.drain(id));
  await Promise.all([...sending, deliverWaiting(template.line.actor)]);
  for (const { line } of all) await line.faults({ timeoutRate: 0 });
  for (let again = 0; again < 2; again += 1) {
    for (const { line, id } of all) {
      await line.settled();
      await line.drain(id);
    }
    await deliverWaiting(template.line.actor);
  }

  for (const { line, peer } of all) expect(await line.phone(peer)).toHaveLength(1);
  for (const one of [whatsapp, messenger, instagram, template]) expect(await statusOf(one)).toBe("read");
  expect(await statusOf(silent)).toBe("queued");
  shiftClock(11 * minute);
  await recoverStuck.execute(silent.line.actor, {});
  await silent.line.drain(silent.id);
  shiftClock(0);
  expect((await silent.line.messages(silent.id)).at(-1)).toMatchObject({
    status: "failed",
    failureReason: expect.stringContaining("never confirmed"),
  });
  expect(await silent.line.phone(silent.peer)).toHaveLength(1);
}, 60_000);
