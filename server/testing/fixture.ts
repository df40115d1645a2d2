import { afterAll } from "vitest";
import type { Actor } from "#server/core/actor.ts";
import type { Permission } from "#server/core/permissions.ts";
import { app } from "#server/rest/app.ts";
import { freshCompany, type TestCompany } from "./company.ts";
import type { Furniture } from "./furnishing.ts";
import { type Client, http } from "./http.ts";
import { openPlatform } from "./platform.ts";

// How most test files begin: `const company = await openCompany();`. What is opened here ends with the file.

/** A company of the file's own, with people, a web channel and a chatbot, and the furniture that is asked for. */
export async function openCompany(name?: string, furniture?: readonly Furniture[]): Promise<TestCompany> {
  const company = await freshCompany(name, furniture);
  afterAll(() => company.close());
  return company;
}

/** The public API, called with a token of the company's administrator, or of `owner`, that may do all of this. */
export async function openApi(
  company: TestCompany,
  permissions: readonly Permission[] = ["admin"],
  owner?: Actor,
): Promise<Client> {
  return http(app, (await company.token(permissions, owner)).secret);
}

/** The simulated platforms and our own hooks, on a real port; open it after the company. */
export async function runPlatform(): Promise<{ origin: string }> {
  const platform = await openPlatform();
  afterAll(() => platform.close());
  return platform;
}
