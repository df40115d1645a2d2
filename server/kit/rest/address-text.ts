import { AppError } from "#server/base/errors.ts";

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** Refuses escapes that are not UTF-8 (%ff, %zz): decoded leniently, they would name another resource. */
export function assertDecodable(url: string, template: string): void {
  if (!url.includes("%")) return;
  const [path = "", query = ""] = splitOnce(url.replace(/^[a-z]+:\/\/[^/]*/i, ""), "?");
  for (const pair of query.split("&")) {
    if (!isDecodable(pair)) throw undecodable(splitOnce(pair, "=")[0] ?? "");
  }
  const names = template.split("/");
  for (const [index, segment] of path.split("/").entries()) {
    if (isDecodable(segment)) continue;
    // An id that cannot be read is an unknown one (A9); a tag is text, and text has its rules.
    throw names[index] === "{tag}" ? undecodable("tag") : new AppError("not_found");
  }
}

function splitOnce(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}

function undecodable(name: string): AppError {
  const field = isDecodable(name) ? decodeURIComponent(name) : name;
  const message = "The escapes of the address must be UTF-8, two hexadecimal digits after each %.";
  return new AppError("validation_error", { message, details: [{ field, code: "invalid_encoding", message }] });
}
