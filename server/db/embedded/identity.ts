import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { StartFault } from "#server/config/start-fault.ts";

/** As whom PostgreSQL runs: it refuses to run as root. */
export type Identity = {
  /** A command put before the program, its arguments first. */
  prefix: string[];
  /** The user to become before the program starts; undefined keeps the current one. */
  user: { uid: number; gid: number } | undefined;
  /** Who owns the files it makes, as seen from here. */
  owner: { uid: number; gid: number };
};

/** nobody, in nearly every system's user list. */
const mapped = 65_534;

/** The ways to run a server here, best first. */
export function identities(dataDir: string): Identity[] {
  if (!process.getuid || !process.getgid)
    throw new StartFault("The embedded PostgreSQL does not run on this system: set DATABASE_URL");
  const own = { uid: process.getuid(), gid: process.getgid() };
  if (own.uid !== 0) return [{ prefix: [], user: undefined, owner: own }];
  const namespace = ["unshare", "--user", `--map-user=${mapped}`, `--map-group=${mapped}`];
  const users = otherUsers(dataDir).map((user) => ({ prefix: [], user, owner: user }));
  if (process.platform !== "linux" || !runs(namespace)) return users;
  return [{ prefix: namespace, user: undefined, owner: own }, ...users];
}

function runs(prefix: string[]): boolean {
  const [command = "", ...rest] = prefix;
  return spawnSync(command, [...rest, "true"], { stdio: "ignore" }).status === 0;
}

/** Users that root may become: whoever owns the folder, else a service account. They need an entry in the user list. */
function otherUsers(dataDir: string): { uid: number; gid: number }[] {
  const list = fs.existsSync("/etc/passwd") ? fs.readFileSync("/etc/passwd", "utf8") : "";
  const accounts = list
    .split("\n")
    .map((line) => line.split(":"))
    .filter((fields) => fields.length > 3);
  const found = (match: (fields: string[]) => boolean) =>
    accounts.filter(match).map((fields) => ({ uid: Number(fields[2]), gid: Number(fields[3]) }));
  const owner = fs.statSync(existing(dataDir)).uid;
  const candidates = [
    ...found((fields) => owner !== 0 && Number(fields[2]) === owner),
    ...["parley", "postgres", "nobody"].flatMap((name) => found((fields) => fields[0] === name)),
  ];
  return candidates.filter(
    (user, index) => user.uid !== 0 && candidates.findIndex((other) => other.uid === user.uid) === index,
  );
}

function existing(folder: string): string {
  return fs.existsSync(folder) ? folder : existing(path.dirname(folder));
}

/** The command line and options that run a program as this identity. */
export function commandOf(identity: Identity, program: string, args: string[]) {
  const [command = program, ...rest] = [...identity.prefix, program, ...args];
  return { command, args: rest, options: identity.user ?? {} };
}

/** Whether this identity may use a file or folder: `-x` to run or enter it, `-w` to write into it. */
export function may(identity: Identity, test: "-x" | "-w", file: string): boolean {
  const { command, args, options } = commandOf(identity, "test", [test, file]);
  return spawnSync(command, args, { ...options, stdio: "ignore", cwd: "/" }).status === 0;
}
