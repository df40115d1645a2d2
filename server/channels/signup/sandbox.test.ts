import { afterEach, expect, it } from "vitest";
import { minute, shiftClock } from "#server/base/clock.ts";
import { openCompany, runPlatform } from "#server/testing/fixture.ts";
import { Line } from "#server/testing/platform.ts";
import { readConnection } from "../connection/checking.ts";
import { disconnectChannel, disconnectDrained } from "../connection/disconnecting.ts";
import { readImport } from "../history/reading.ts";
import { writeHistory } from "../history/running.ts";
import { simulateSignUp } from "../simulator/signup/window.ts";
import { finishSignUp } from "./finishing.ts";
import { readSignUpOffer } from "./offering.ts";

const company = await openCompany();
await runPlatform();
afterEach(() => shiftClock(0));

type Kind = "number" | "phone_app" | "account_only";

/** A simulated number that was disconnected, and the simulator's window for it. */
async function unconnected() {
  const line = await Line.open(company);
  const { channelId } = line;
  await disconnectChannel.execute(company.admin, { channelId });
  await disconnectDrained(line.actor, channelId);
  const window = async (kind: Kind, numberOf?: string) => {
    const told = await simulateSignUp.execute(company.admin, { channelId, kind, ...(numberOf ? { numberOf } : {}) });
    return { ...told, event: told.event as "FINISH" };
  };
  const finish = (given: object) => finishSignUp.execute(company.admin, { channelId, ...given });
  const look = async () => (await readConnection.execute(company.admin, { channelId })).channel.connected;
  return { line, channelId, window, finish, look };
}

it("connects a new number: registers it with a PIN that is shown once, and receives its messages [found C14]", async () => {
  const { line, window, finish, look } = await unconnected();
  expect(await look()).toBe(false);
  const done = await finish(await window("number"));
  expect(done).toMatchObject({ outcome: "connected", pin: expect.stringMatching(/^\d{6}$/), history: "none" });
  expect(done.checked?.steps.every(({ ok }) => ok)).toBe(true);
  expect(await look()).toBe(true);
  await line.customer("5491155551234");
  await line.settled();
  expect(await line.conversation("5491155551234")).toEqual(expect.any(String));
});

it("connects a phone app's number without registering it, and asks for its past [found C14]", async () => {
  const { line, channelId, window, finish } = await unconnected();
  const told = await window("phone_app");
  expect(told).toMatchObject({ event: "FINISH_WHATSAPP_BUSINESS_APP_ONBOARDING", phoneNumberId: "" });
  expect(await finish(told)).toMatchObject({ outcome: "connected", pin: "", history: "asked", refusal: "" });
  await line.settled();
  await writeHistory(line.actor, channelId);
  const past = await readImport.execute(company.admin, { channelId });
  expect(past).toMatchObject({ messages: 2, contacts: 1, failed: 0 });
});

it("finds the number where the window told only of the account", async () => {
  const { window, finish } = await unconnected();
  const told = await window("account_only");
  expect(told).toMatchObject({ event: "FINISH_ONLY_WABA", phoneNumberId: "" });
  expect(await finish(told)).toMatchObject({ outcome: "connected" });
});

it("takes a code once, for half a minute, and only as it was made", async () => {
  const { window, finish, look } = await unconnected();
  const told = await window("number");
  shiftClock(minute);
  expect(await finish(told)).toMatchObject({ outcome: "refused", refusal: expect.stringContaining("verification") });
  shiftClock(0);
  expect(await finish({ ...told, code: `${told.code.slice(0, -4)}AAAA` })).toMatchObject({ outcome: "refused" });
  expect(await look()).toBe(false);
  expect(await finish(told)).toMatchObject({ outcome: "connected" });
  expect(await finish(told)).toMatchObject({ outcome: "refused", refusal: expect.stringContaining("has been used") });
  expect(await look()).toBe(true);
});

it("a code of one channel's window opens nothing for another channel", async () => {
  const [one, other] = [await unconnected(), await unconnected()];
  expect(await other.finish(await one.window("number"))).toMatchObject({ outcome: "refused" });
  expect([await one.look(), await other.look()]).toEqual([false, false]);
});

it("leaves a number with the channel that has it while its access works [found S1]", async () => {
  const holder = await Line.open(company);
  const { window, finish, look } = await unconnected();
  await expect(finish(await window("number", holder.channelId))).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringContaining("its access works"),
  });
  expect(await look()).toBe(false);
  const { channel } = await readConnection.execute(company.admin, { channelId: holder.channelId });
  expect(channel.connected).toBe(true);
});

it("is offered to those who may connect WhatsApp channels, and never with a secret", async () => {
  const { channelId } = await unconnected();
  const offer = await readSignUpOffer.execute(company.admin, { channelId });
  expect(offer).toMatchObject({ sandbox: true, sdkUrl: "/simulator/sdk.js" });
  expect(JSON.stringify(offer)).not.toMatch(/secret/i);
  await expect(readSignUpOffer.execute(company.agent, { channelId })).rejects.toMatchObject({ code: "forbidden" });
  const page = await Line.open(company, "FACEBOOK");
  const asked = readSignUpOffer.execute(company.admin, { channelId: page.channelId });
  await expect(asked).rejects.toMatchObject({ code: "conflict" });
});
