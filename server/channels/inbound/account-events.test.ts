import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { day, hour, minute } from "#server/base/clock.ts";
import { systemPool } from "#server/db/system.ts";
import { reportHealth } from "#server/health/reporting.ts";
import { openCompany, runPlatform } from "#server/testing/fixture.ts";
import { Line } from "#server/testing/platform.ts";
import { listAlarms } from "../connection/alarming.ts";
import { checkConnection, readConnection } from "../connection/checking.ts";
import { markCutOff } from "../connection/cutting-off.ts";
import { disconnectChannel, disconnectDrained } from "../connection/disconnecting.ts";
import { problemKeys } from "../connection/problem-schema.ts";
import { tend } from "../connection/tending.ts";
import { objectIn } from "./lossless.ts";
import { receivePlatformChange } from "./reflecting.ts";

const company = await openCompany();
await runPlatform();
const line = await Line.open(company);

/** Delivers an event about the account; returns what the channel's page and the health page then show. */
async function after(value: Record<string, unknown>, field = "account_update", at = new Date()) {
  const { channelId } = line;
  await receivePlatformChange.execute(line.actor, { channelId, field, value, at });
  const { channel, health } = await readConnection.execute(company.admin, { channelId });
  const { channels } = await reportHealth.execute(company.admin, {});
  const reported = channels.find(({ id }) => id === channelId)?.problem?.message ?? "";
  const { message = "", restricted = false, warning = false } = health.problem ?? {};
  expect(reported).toBe(message);
  const { alarms } = await listAlarms.execute(company.admin, {});
  expect(alarms.map(({ problem }) => problem.message)).toEqual(message ? [message] : []);
  return { connected: channel.connected, message, restricted, warning };
}

/** The word that a message was refused with this code comes; returns what then ails the channel. */
async function failed(code: number) {
  const errors = [{ code, title: "Refused", message: "Refused" }];
  const timestamp = String(Math.floor(Date.now() / 1000));
  const status = { id: `wamid.refused${code}`, status: "failed", timestamp, recipient_id: "5491160000001", errors };
  await line.change({ statuses: [status] });
  return (await readConnection.execute(company.admin, { channelId: line.channelId })).health.problem;
}

const ago = (ms: number) => new Date(Date.now() - ms);
const well = { connected: true, message: "", restricted: false, warning: false };
const cut = { connected: false, restricted: false, warning: false };

describe("the words of what is wrong", () => {
  it("come by code, for every reason and in every language of the screens [found C7]", async () => {
    const until = Math.floor(Date.now() / 1000) + 86_400;
    const restriction = { restriction_type: "RESTRICTED_NEW_WORD", expiration: until };
    await after({ event: "ACCOUNT_RESTRICTION", restriction_info: [restriction] });
    const { health } = await readConnection.execute(company.admin, { channelId: line.channelId });
    expect(health.problem?.words).toEqual([
      { key: "otherRestriction", value: "restricted new word" },
      { key: "until", value: new Date(until * 1000).toISOString().slice(0, 10) },
    ]);
    expect(await after({ event: "ACCOUNT_RESTRICTION", restriction_info: [] })).toEqual(well);
    for (const language of ["en", "es", "pt"]) {
      const file = path.join(import.meta.dirname, `../../../i18n/${language}/frame.json`);
      const texts: unknown = JSON.parse(fs.readFileSync(file, "utf8"));
      const { words } = objectIn(objectIn(texts).channelProblems);
      expect(Object.keys(objectIn(words)).sort(), language).toEqual([...problemKeys].sort());
    }
  });

  it("are for administrators: people who may not set up channels see no alarm [found C7]", async () => {
    await expect(listAlarms.execute(company.agent, {})).rejects.toMatchObject({ code: "forbidden" });
  });

  it("name what a refusal of the platform means for the channel [found C7]", async () => {
    const { channelId } = line;
    await markCutOff.execute(line.actor, { channelId, code: 190, message: "x", details: "", restricted: false });
    const { alarms } = await listAlarms.execute(company.admin, {});
    expect(alarms).toMatchObject([{ connected: false, problem: { words: [{ key: "accessLost" }] } }]);
    await checkConnection.execute(company.admin, { channelId });
    expect((await listAlarms.execute(company.admin, {})).alarms).toEqual([]);
  });
});

describe("what the platform says of an account", () => {
  it.each([
    [{ event: "PARTNER_REMOVED", disconnection_info: { reason: "PRIMARY_INACTIVITY" } }, "not used for 14 days"],
    [{ event: "PARTNER_APP_UNINSTALLED" }, "uninstalled"],
    [{ event: "ACCOUNT_OFFBOARDED", disconnection_info: { reason: "NEW_WORD" } }, "Reason: new word."],
    [{ event: "ACCOUNT_DELETED" }, "deleted"],
    [{ event: "DISABLED_UPDATE", ban_info: { waba_ban_state: "DISABLE" } }, "has disabled this account"],
  ])(
    "cuts the channel off with the reason in words, for its page and for administrators: %j [found C7]",
    async (value, words) => {
      const found = await after(value);
      expect(found).toMatchObject(cut);
      expect(found.message).toContain(words);
      expect(await after({ event: "ACCOUNT_RECONNECTED" })).toEqual(well);
    },
  );

  it("restricts without disconnecting, and a good check does not hide it before its day [found C7]", async () => {
    const expiration = Math.floor(Date.now() / 1000) + 7 * 86_400;
    const restriction = { restriction_type: "RESTRICTED_BIZ_INITIATED_MESSAGING", expiration };
    const found = await after({ event: "ACCOUNT_RESTRICTION", restriction_info: [restriction] });
    expect(found).toMatchObject({ connected: true, restricted: true });
    expect(found.message).toBe(
      `Conversations cannot be started: no templates are sent. Until ${new Date(expiration * 1000).toISOString().slice(0, 10)}.`,
    );
    const checked = await checkConnection.execute(company.admin, { channelId: line.channelId });
    expect([checked.ok, checked.health.problem?.restricted]).toEqual([true, true]);
    expect(await after({ event: "ACCOUNT_RESTRICTION", restriction_info: [] })).toEqual(well);
  });

  it("warns of violations, and of a ban that is to come, until it is taken back [found C7]", async () => {
    const violation = await after({ event: "ACCOUNT_VIOLATION", violation_info: { violation_type: "SPAM" } });
    expect(violation).toMatchObject({ connected: true, warning: true });
    expect(violation.message).toContain("violation of its policies: spam");
    const soon = { waba_ban_state: "SCHEDULE_FOR_DISABLE", waba_ban_date: "December 1, 2026" };
    const banned = await after({ event: "DISABLED_UPDATE", ban_info: soon });
    expect(banned).toMatchObject({ connected: true, restricted: true });
    expect(banned.message).toContain("December 1, 2026");
    expect(await after({ event: "DISABLED_UPDATE", ban_info: { waba_ban_state: "REINSTATE" } })).toEqual(well);
    expect(await after({ action: "block", reason: "Spam." }, "policy_enforcement")).toMatchObject({ restricted: true });
    expect(await after({ action: "unblock" }, "policy_enforcement")).toEqual(well);
  });
});

describe("webhooks that come late or in another order (channels.md 2.6)", () => {
  it("do not cut off what was connected, or has come back, since then", async () => {
    await checkConnection.execute(company.admin, { channelId: line.channelId });
    expect(await after({ event: "PARTNER_REMOVED" }, "account_update", ago(2 * day))).toEqual(well);
    await systemPool().query(
      `update channels set "provenAt" = $2, "health" = "health" - 'connectionAt' where "id" = $1`,
      [line.channelId, ago(3 * day)],
    );
    expect(await after({ event: "ACCOUNT_RECONNECTED" }, "account_update", ago(hour))).toEqual(well);
    expect(await after({ event: "PARTNER_REMOVED" }, "account_update", ago(2 * hour))).toEqual(well);
    expect(await after({ event: "PARTNER_REMOVED" }, "account_update", ago(minute))).toMatchObject(cut);
    expect(await after({ event: "ACCOUNT_RECONNECTED" }, "account_update", ago(2 * minute))).toMatchObject(cut);
    expect(await after({ event: "ACCOUNT_RECONNECTED" })).toEqual(well);
  });

  it("do not bring a restriction back that is over", async () => {
    const restriction_info = [{ restriction_type: "RESTRICTED_BIZ_INITIATED_MESSAGING" }];
    await after({ event: "ACCOUNT_RESTRICTION", restriction_info });
    expect(await after({ event: "ACCOUNT_RESTRICTION", restriction_info: [] })).toEqual(well);
    expect(await after({ event: "ACCOUNT_RESTRICTION", restriction_info }, "account_update", ago(hour))).toEqual(well);
  });

  it("do not change the rating of the number either", async () => {
    const flagged = { event: "FLAGGED", current_limit: "TIER_250" };
    await after({ event: "UNFLAGGED", current_limit: "TIER_2K" }, "phone_number_quality_update");
    await after(flagged, "phone_number_quality_update", ago(hour));
    const { health } = await readConnection.execute(company.admin, { channelId: line.channelId });
    expect(health).toMatchObject({ quality: "GREEN", limit: "TIER_2K" });
  });
});

describe("a lesser word", () => {
  it("hides no cut: neither a restriction nor its end, only the way back", async () => {
    const restriction_info = [{ restriction_type: "RESTRICTED_BIZ_INITIATED_MESSAGING" }];
    const found = await after({ event: "PARTNER_REMOVED" });
    expect(found).toMatchObject(cut);
    expect(await after({ event: "ACCOUNT_RESTRICTION", restriction_info })).toEqual(found);
    expect(await after({ event: "ACCOUNT_RESTRICTION", restriction_info: [] })).toEqual(found);
    expect(await after({ action: "unblock" }, "policy_enforcement")).toEqual(found);
    expect(await after({ event: "ACCOUNT_RECONNECTED" })).toEqual(well);
  });
});

describe("a flagged number", () => {
  it("is rated RED at once, and is asked for; the end of the flag leaves no RED (channels.md 6)", async () => {
    const { channelId } = line;
    const rating = async (event: string) => {
      await after({ event, current_limit: "TIER_2K" }, "phone_number_quality_update");
      return (await readConnection.execute(company.admin, { channelId })).health.quality;
    };
    expect(await rating("FLAGGED")).toBe("RED");
    const { rows } = await systemPool().query(
      `select "data" from events where "channelId" = $1 and "type" = 'channel/changed' order by "id" desc limit 1`,
      [channelId],
    );
    expect(rows).toEqual([{ data: { id: channelId, doubtful: true } }]);
    expect(await rating("UNFLAGGED")).toBe("");
    await tend(line.actor, channelId);
    const look = async () => (await readConnection.execute(company.admin, { channelId })).health.quality;
    expect(await look()).toBe("GREEN");
    await after({ event: "FLAGGED" }, "phone_number_quality_update", ago(2000));
    expect(await look()).toBe("GREEN");
  });
});

describe("a message that the platform refuses because of the account (channels.md 2.8)", () => {
  const told = async () => {
    const { rows } = await systemPool().query<{ n: number }>(
      `select count(*)::int as n from events where "channelId" = $1 and "type" = 'channel/changed'`,
      [line.channelId],
    );
    return rows[0]?.n ?? 0;
  };
  const check = () => checkConnection.execute(company.admin, { channelId: line.channelId });
  /** The word that a message has been sent comes. */
  async function sent(at: Date) {
    const timestamp = String(Math.floor(at.getTime() / 1000));
    await line.change({ statuses: [{ id: "wamid.sent", status: "sent", timestamp, recipient_id: "5491160000001" }] });
    return (await readConnection.execute(company.admin, { channelId: line.channelId })).health.problem ?? null;
  }
  const mend = async () => {
    await sent(new Date(Date.now() + minute));
    return check();
  };

  it.each([
    [131031, "locked"],
    [368, "blockedAwhile"],
    [131042, "unpaid"],
  ])(
    "is told on the channel although the word comes late: %s; once, and over when a later one has been sent, not after a check",
    async (code, key) => {
      await mend();
      const problem = await failed(code);
      expect(problem).toMatchObject({ restricted: true, words: [{ key, value: "" }] });
      const before = await told();
      expect(await failed(code)).toEqual(problem);
      expect((await sent(ago(hour)))?.code).toBe(code);
      expect(await told()).toBe(before);
      const checked = await check();
      expect([checked.ok, checked.health.problem]).toEqual([true, problem]);
      expect(await sent(new Date(Date.now() + minute))).toBeNull();
    },
  );

  it("that one country refuses leaves it to a check: what is sent elsewhere tells nothing of it", async () => {
    await mend();
    const problem = await failed(130497);
    expect(problem).toMatchObject({ restricted: true, words: [{ key: "countryClosed", value: "" }] });
    expect(await sent(new Date(Date.now() + minute))).toEqual(problem);
    expect((await check()).health.problem ?? null).toBeNull();
  });

  it("is over too where the channel is connected anew", async () => {
    await failed(368);
    await systemPool().query(`update channels set "connected" = false where "id" = $1`, [line.channelId]);
    const checked = await check();
    expect([checked.channel.connected, checked.health.problem ?? null]).toEqual([true, null]);
  });

  it("hides neither what the platform has said of the restriction, nor its day", async () => {
    const expiration = Math.floor(Date.now() / 1000) + 86_400;
    const restriction_info = [{ restriction_type: "RESTRICTED_BIZ_INITIATED_MESSAGING", expiration }];
    const said = await after({ event: "ACCOUNT_RESTRICTION", restriction_info });
    expect((await failed(368))?.message).toBe(said.message);
    await after({ event: "ACCOUNT_RESTRICTION", restriction_info: [] });
  });

  it("has the connection checked where its access may be gone, once for all that fail at once", async () => {
    const doubts = async () => {
      const { rows } = await systemPool().query<{ n: number }>(
        `select count(*)::int as n from events where "channelId" = $1 and "type" = 'channel/changed' and "data" ? 'doubtful'`,
        [line.channelId],
      );
      return rows[0]?.n ?? 0;
    };
    const before = await doubts();
    await failed(131005);
    await failed(131005);
    expect(await doubts()).toBe(before + 1);
  });
});

describe("a channel that was disconnected by hand", () => {
  it("stays so whatever the platform says of its account (channels.md 5)", async () => {
    const { channelId } = line;
    await disconnectChannel.execute(company.admin, { channelId });
    await disconnectDrained(line.actor, channelId);
    const ended = { ...well, connected: false };
    expect(await after({ event: "ACCOUNT_RECONNECTED" })).toEqual(ended);
    expect(await after({ event: "PARTNER_REMOVED" })).toEqual(ended);
    await tend(line.actor, channelId);
    expect(await after({ event: "ACCOUNT_RECONNECTED" })).toEqual(ended);
    // Of what was sent before.
    expect(await failed(131031)).toBeFalsy();
  });
});
