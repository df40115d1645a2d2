import fs from "node:fs";
import path from "node:path";
import { env } from "./env.ts";

function read(): string {
  try {
    return fs.readFileSync(path.join(import.meta.dirname, "../../.next/BUILD_ID"), "utf8").trim();
  } catch (error) {
    // A worker has no pages.
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
    throw error;
  }
}

/** Which build of the pages this process serves; empty where there is none, and while one develops. */
export const pagesBuild = env.production ? read() : "";
