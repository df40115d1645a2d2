import { AppError } from "#server/base/errors.ts";

/**
 * Refuses with 412 what was made on another version than the record has (decisions.md A10: after all other checks).
 * `ifMatch` is the header's text; undefined: any version will do. Asked under the record's lock.
 */
export function requireMatch(ifMatch: string | undefined, version: string | number | Date): void {
  const current = version instanceof Date ? version.toISOString() : version;
  const wanted = ifMatch?.split(",").map((tag) =>
    tag
      .trim()
      .replace(/^W\//, "")
      .replace(/^"(.*)"$/, "$1"),
  );
  if (!wanted || wanted.includes("*") || wanted.includes(String(current))) return;
  throw new AppError("precondition_failed", {
    message: "Someone has saved this in the meantime. Read it again and repeat the change.",
    extra: { version: current },
  });
}
