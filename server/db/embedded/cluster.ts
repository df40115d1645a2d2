import { execFile } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { StartFault } from "#server/config/start-fault.ts";
import { copyBinaries, installedBinaries } from "./binaries.ts";
import { type Files, giveTo, passwordIn } from "./files.ts";
import { commandOf, type Identity, identities, may } from "./identity.ts";

/** A data directory that exists, and how to run a server on it. */
export type Cluster = { directory: string; native: string; identity: Identity };

export const superuser = "parley";

/** The data directory in use, whether or not a server may be started on it by this process. */
export function clusterDirectory(files: Files): string {
  return fs.existsSync(path.join(files.elsewhere, "cluster")) && !fs.existsSync(files.cluster)
    ? path.join(files.elsewhere, "cluster")
    : files.cluster;
}

/** Finds a user who can run the programs and reach the data directory; creates the directory on the first start. */
export async function openCluster(files: Files): Promise<Cluster> {
  const directory = clusterDirectory(files);
  for (const identity of identities(files.folder)) {
    const cluster = place(files, directory, identity);
    if (!cluster) continue;
    checkVersion(cluster);
    if (!fs.existsSync(path.join(cluster.directory, "PG_VERSION"))) await initialise(cluster, passwordIn(files));
    return cluster;
  }
  throw new StartFault(
    `No user of this system can run PostgreSQL in ${files.folder}: set DATABASE_URL to a server of your own`,
  );
}

/** The first place where this identity reaches both data and programs: the data folder, else a shared folder. */
function place(files: Files, directory: string, identity: Identity): Cluster | undefined {
  const homes = identity.user ? [path.dirname(directory), files.elsewhere] : [path.dirname(directory)];
  for (const home of homes) {
    if (home === files.elsewhere && fs.existsSync(files.cluster)) continue;
    const target = path.join(home, "cluster");
    if (!prepare(home, target, identity)) continue;
    const native = reachableBinaries(home, identity);
    if (native) return { directory: target, native, identity };
  }
  return undefined;
}

/** Postgres needs a folder it can enter and a data directory that is its own. */
function prepare(home: string, target: string, identity: Identity): boolean {
  fs.mkdirSync(home, { recursive: true, mode: 0o700 });
  if (identity.user) openPath(home);
  if (!may(identity, "-x", home)) return false;
  if (fs.existsSync(target) && process.getuid?.() === 0) giveTo(target, identity.owner);
  return true;
}

/** Lets others pass through our own two folders (not list them); their secrets keep their own 0600. */
function openPath(home: string): void {
  for (const folder of [home, path.dirname(home)]) {
    const { mode, uid } = fs.statSync(folder);
    if (uid === 0 && (mode & 0o7777) === 0o700) fs.chmodSync(folder, 0o711);
  }
}

function reachableBinaries(home: string, identity: Identity): string | undefined {
  const { native, complete } = installedBinaries();
  if (complete && may(identity, "-x", path.join(native, "bin", "postgres"))) return native;
  const copy = copyBinaries(native, home);
  return may(identity, "-x", path.join(copy, "bin", "postgres")) ? copy : undefined;
}

function checkVersion(cluster: Cluster): void {
  const file = path.join(cluster.directory, "PG_VERSION");
  if (!fs.existsSync(file)) return;
  const found = fs.readFileSync(file, "utf8").trim();
  const catalogue = fs.readFileSync(path.join(cluster.native, "share", "postgresql", "postgres.bki"), "utf8");
  const wanted = /^# PostgreSQL (\d+)/.exec(catalogue)?.[1];
  if (wanted && wanted !== found) {
    throw new StartFault(
      `${cluster.directory} was made by PostgreSQL ${found}, this is ${wanted}: dump it with the old version and load it again`,
    );
  }
}

/** initdb in a folder beside, renamed when it is whole: a start killed half-way leaves nothing behind. */
async function initialise(cluster: Cluster, password: string): Promise<void> {
  const work = `${cluster.directory}.new`;
  fs.rmSync(work, { recursive: true, force: true });
  fs.mkdirSync(path.join(work, "data"), { recursive: true, mode: 0o700 });
  const passwordFile = path.join(work, "password");
  fs.writeFileSync(passwordFile, password, { mode: 0o600 });
  if (process.getuid?.() === 0) giveTo(work, cluster.identity.owner);
  const { command, args, options } = commandOf(cluster.identity, path.join(cluster.native, "bin", "initdb"), [
    "--pgdata",
    path.join(work, "data"),
    "--username",
    superuser,
    "--pwfile",
    passwordFile,
    "--auth",
    "scram-sha-256",
    "--encoding",
    "UTF8",
    "--locale-provider",
    "builtin",
    "--builtin-locale",
    "C.UTF-8",
    "--locale",
    "C",
    "--no-instructions",
  ]);
  await promisify(execFile)(command, args, { ...options, cwd: "/", env: programEnvironment(cluster.native) }).catch(
    (error: Error) => {
      throw new StartFault(`PostgreSQL could not be initialised: ${error.message}`, { cause: error });
    },
  );
  fs.renameSync(path.join(work, "data"), cluster.directory);
  fs.rmSync(work, { recursive: true, force: true });
}

/** The whole environment of the programs. Libraries need each other, and only the programs know where they lie. */
export function programEnvironment(native: string): NodeJS.ProcessEnv {
  return {
    LD_LIBRARY_PATH: path.join(native, "lib"),
    PATH: "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin",
    LC_ALL: "C",
    // PostgreSQL does not read it; Next.js makes the type ask for it.
    NODE_ENV: "production",
  };
}
