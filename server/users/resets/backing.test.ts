import { describe, expect, it } from "vitest";
import { newId } from "#server/base/ids.ts";
import type { Actor } from "#server/core/actor.ts";
import { app } from "#server/rest/app.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { http } from "#server/testing/http.ts";
import { personWith } from "#server/testing/roles.ts";
import { resetOf } from "./resetting.ts";

const company = await openCompany("Acme");
const api = await openApi(company);
const screens = http(app);

const clerk = (name: string) => personWith(company, { name: `${name} ${newId()}`, permissions: ["clients_read"] });
const desk = (name: string) =>
  personWith(company, { name: `${name} ${newId()}`, permissions: ["clients_read", "users_read", "users_write"] });

/** The token of a link that one person has made for the other. */
async function linkOf(maker: Actor, person: Actor): Promise<string> {
  const theirs = await openApi(company, ["clients_read", "users_write"], maker);
  const { status, body } = await theirs.post<{ link: string }>(`/v1/users/${person.id}/password-link`);
  expect(status).toBe(200);
  return body.link.split("#")[1] ?? "";
}

const send = async (path: string, given: object) => {
  const headers = { "sec-fetch-site": "same-origin" };
  const { status, body } = await screens.post(`/api/accounts/${path}`, given, { headers });
  return [status, body.details?.[0]?.code];
};

/** Who looks at it is told the same as who uses it. */
const open = async (token: string) => {
  const looked = await send("reset-link", { token });
  const used = await send("reset", { token, password: "quite another secret" });
  expect(looked).toEqual(used);
  return used;
};

describe("a link for somebody else's password", () => {
  it("opens as long as who made it could make it", async () => {
    expect(await open(await linkOf(await desk("Desk"), await clerk("Clerk")))).toEqual([200, undefined]);
  });

  it("opens nothing once its person may do more than who made it", async () => {
    const [maker, raised, widened] = [await desk("Desk"), await clerk("Raised"), await clerk("Widened")];
    const links = [await linkOf(maker, raised), await linkOf(maker, widened)];
    expect((await api.patch(`/v1/users/${raised.id}`, { role: "admin", roleId: null })).status).toBe(200);
    const more = { permissions: ["clients_read", "webhooks_read", "webhooks_write"] };
    expect((await api.patch(`/v1/roles/${widened.roleId}`, more)).status).toBe(200);
    for (const token of links) {
      expect(await resetOf(token)).toBeDefined();
      expect(await open(token)).toEqual([400, "expired_link"]);
    }
  });

  it("opens nothing once who made it has left, or makes no links any more", async () => {
    for (const changes of [{ active: false }, { role: "viewer", roleId: null }]) {
      const maker = await desk("Desk");
      const token = await linkOf(maker, await clerk("Clerk"));
      expect((await api.patch(`/v1/users/${maker.id}`, changes)).status).toBe(200);
      expect(await open(token)).toEqual([400, "expired_link"]);
    }
  });
});
