import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");

/** Drawn by the server with their page: a boundary would have them come alive later than what is around them. */
const drawnWithThePage = [
  "CompanyWatch",
  "ConditionList",
  "ContactRatings",
  "ErasePerson",
  "FactorRule",
  "FactorSection",
  "InvitationList",
  "MailSection",
  "PasskeySection",
  "PreviewBar",
  "RecoveryNotice",
  "Results",
  "SavedReports",
];

/** The names of pieces made by `dynamic` whose call gives no `loading`, and so no boundary. */
function withoutBoundary(source: string): string[] {
  const calls = source.matchAll(/^const (\w+) = dynamic\(([\s\S]*?)\);$/gm);
  return [...calls].flatMap(([, name = "", call = ""]) => (/\bloading\b/.test(call) ? [] : [name]));
}

it("gives each piece that comes by a deed a boundary of its own, so that it hides nothing around it while it comes", () => {
  const found = globSync("components/**/*.tsx", { cwd: root }).flatMap((file) =>
    withoutBoundary(readFileSync(join(root, file), "utf8")),
  );
  expect(found.sort()).toEqual(drawnWithThePage);
});
