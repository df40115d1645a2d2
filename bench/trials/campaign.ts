import { freshCompany } from "#server/testing/company.ts";
import { Line, openPlatform } from "#server/testing/platform.ts";
import { survive } from "#server/testing/processes/surviving.ts";

// A process of its own, because the test helpers take their database from the environment.
const [size = 10_000, kills = 10] = process.argv.slice(2).map(Number);
const company = await freshCompany("Bench");
const platform = await openPlatform();
const line = await Line.open(company);
const place = { company, line, origin: platform.origin };
const { campaign, ...left } = await survive(place, { size, kills, withinMs: 30_000 + size * 150 });
process.stdout.write(`${JSON.stringify({ ...left, status: campaign.status, counter: campaign.eventCounter })}\n`);
await platform.close();
await company.close();
process.exit();
