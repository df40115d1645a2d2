import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import docker from "dockerfile-utils";
import { describe, expect, it } from "vitest";
import { root } from "./root.mjs";

/** @param {string} file */
const read = (file) => fs.readFileSync(path.join(root, file), "utf8");
const bin = path.join(root, "node_modules", ".bin");

/**
 * Runs a program of the system, where it is installed: undefined where it is not.
 * @param {string} command
 * @param {string[]} args
 */
function tool(command, args) {
  const { error, status, stdout, stderr } = spawnSync(command, args, { cwd: root, encoding: "utf8" });
  return error ? undefined : { status, said: `${stdout}${stderr}` };
}

describe("the Dockerfile", () => {
  const text = read("Dockerfile");
  const last = text.slice(text.lastIndexOf("\nFROM "));

  it("has no faults that its linter knows [P4]", () => {
    expect(docker.validate(text, {})).toEqual([]);
    expect(docker.validate("FORM node\n", {})).not.toEqual([]);
  });

  it("ends in an image that runs as nobody special, says how it is, and has no packages for building [P4]", () => {
    expect(last).toMatch(/\nUSER node\n/);
    expect(last).toMatch(/\nHEALTHCHECK /);
    expect(last).toMatch(/\nSTOPSIGNAL SIGTERM\n/);
    expect(text).toMatch(/npm ci --ignore-scripts --omit=dev/);
  });

  it("copies only what there is, and .dockerignore lets it through", () => {
    const copied = [...text.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, files = ""]) => files.split(" "));
    expect(copied.filter((file) => !fs.existsSync(path.join(root, file)))).toEqual([]);
    const allowed = read(".dockerignore")
      .split("\n")
      .filter((line) => line.startsWith("!"))
      .map((line) => line.slice(1));
    const isAllowed = (/** @type {string} */ file) =>
      file === "." || allowed.some((one) => file === one || file.startsWith(`${one}/`));
    expect(copied.filter((file) => !isAllowed(file))).toEqual([]);
  });
});

it("what the server imports is among the packages that a production install keeps [P4]", () => {
  const { dependencies } = JSON.parse(read("package.json"));
  const files = fs
    .readdirSync(path.join(root, "server"), { recursive: true, encoding: "utf8" })
    .filter(
      (file) => /\.ts$/.test(file) && !/\.test\.ts$|\.d\.ts$|^testing\/|^architecture\/|^db\/generated\//.test(file),
    )
    .map((file) => path.join("server", file));
  const missing = [...files, "next.config.mjs", "instrumentation.ts", "proxy.ts"].flatMap((file) =>
    [...read(file).matchAll(/^\s*(?:import|export) (?!type\b)[^;]*?from "([^"#.][^"]*)";|import\("([^"#.][^"]*)"\)/gm)]
      .map(([, one, other]) => one ?? other ?? "")
      .filter((name) => !name.startsWith("node:"))
      .map((name) =>
        name
          .split("/")
          .slice(0, name.startsWith("@") ? 2 : 1)
          .join("/"),
      )
      .filter((name) => !Object.hasOwn(dependencies, name))
      .map((name) => `${file}: ${name}`),
  );
  expect(missing).toEqual([]);
});

describe("compose.yml", () => {
  const text = read("compose.yml");

  it("has no faults that its linter knows [P4]", () => {
    const { status, stdout } = spawnSync(path.join(bin, "dclint"), ["-c", "deploy/dclint.json", "compose.yml"], {
      cwd: root,
      encoding: "utf8",
    });
    expect([status, stdout.trim()]).toEqual([0, ""]);
  });

  it("starts two web processes and a worker on a read-only root, with settings that exist [P4]", () => {
    expect(text.match(/^ {6}ROLE: web$/gm)).toHaveLength(2);
    expect(text.match(/^ {6}ROLE: worker$/gm)).toHaveLength(1);
    expect(text).toContain("read_only: true");
    const settings = [...text.matchAll(/^ {2}(?: {4})?([A-Z][A-Z_]+): /gm)].map(([, name = ""]) => name);
    const known = read("server/config/variables.ts");
    const own = settings.filter((name) => !name.startsWith("POSTGRES_"));
    expect(own).toContain("DATABASE_URL");
    expect(own.filter((name) => !known.includes(`${name}: `))).toEqual([]);
    // Settings that are not named here come from the file as they stand there.
    expect(text).toMatch(/x-parley: &parley\n(?: {2}.*\n)* {2}env_file:\n {4}- path: \.env\n {6}required: false\n/);
  });

  it("runs the documented commands, which are in the image [P4]", () => {
    const commands = [...read("docs/operating.md").matchAll(/^docker compose (?:exec|run) .*? node (\S+) /gm)];
    expect(commands.map(([, file]) => file)).toEqual(["server/admin.ts", "server/admin.ts", "server/admin.ts"]);
    expect(read("Dockerfile")).toContain("COPY server server\n");
  });
});

describe("the examples of the machine's own programs", () => {
  it("for Caddy are valid, and keep /metrics from outside [P4]", () => {
    const file = "deploy/proxies/Caddyfile";
    expect(read(file)).toContain("respond /metrics 404");
    const found = tool("caddy", ["validate", "--adapter", "caddyfile", "--config", file]);
    if (found) expect(found).toMatchObject({ status: 0, said: expect.stringContaining("Valid configuration") });
  });

  it("for nginx are valid, pass WebSockets on and keep /metrics from outside [P4]", () => {
    const text = read("deploy/proxies/nginx.conf");
    expect(text).toContain("proxy_set_header Upgrade $http_upgrade;");
    expect(text).toMatch(/location = \/metrics \{\s+return 404;/);
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "parley-nginx-"));
    const [key, certificate] = [path.join(folder, "key.pem"), path.join(folder, "certificate.pem")];
    const names = ["-subj", "/CN=inbox.example.com", "-days", "1", "-keyout", key, "-out", certificate];
    const made = tool("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", ...names]);
    const site = text.replace("/etc/ssl/parley/fullchain.pem", certificate).replace("/etc/ssl/parley/privkey.pem", key);
    const whole = path.join(folder, "nginx.conf");
    fs.writeFileSync(whole, `pid ${folder}/pid;\nevents {}\nhttp {\naccess_log off;\n${site}\n}\n`);
    const found = made && tool("nginx", ["-t", "-e", path.join(folder, "error.log"), "-c", whole]);
    fs.rmSync(folder, { recursive: true });
    if (found) expect(found).toMatchObject({ status: 0, said: expect.stringContaining("test is successful") });
  });

  it("for systemd is a unit that it takes [P4]", () => {
    const file = "deploy/systemd/parley.service";
    for (const line of ["DynamicUser=yes", "ProtectSystem=strict", "NoNewPrivileges=yes"])
      expect(read(file)).toContain(`${line}\n`);
    const found = tool("systemd-analyze", ["verify", file]);
    // The folder of an installation is not there while it is tested.
    if (found) expect(found.said.split("\n").filter((line) => line.includes("parley.service"))).toEqual([]);
  });
});

it("the proxies lead people to https, and refuse programs that call without it [ASVS 4.1.2]", () => {
  // What the listener answers itself, but for the pages of the documentation.
  const [, own = ""] = /const direct =\s+\/\^\\\/\(\?:(.+)\)\(\?:\[/.exec(read("server/http/listener.ts")) ?? [];
  const [, accounts = ""] = /api\\\/\(\?:(.+)\)/.exec(own) ?? [];
  const apis = accounts.split("|").map((name) => `/api/${name}/x`);
  const others = own
    .replace(/\|api\\\/.+/, "")
    .replaceAll("\\/", "/")
    .split("|");
  const programs = [...others.filter((name) => name !== "docs").map((name) => `/${name}/x`), ...apis, "/v1"];
  expect(programs).toEqual(expect.arrayContaining(["/v1/x", "/widget/v1/x", "/sheets/x", "/api/trpc/x"]));
  for (const file of ["nginx.conf", "Caddyfile"]) {
    const text = read(`deploy/proxies/${file}`);
    const [, written = ""] = /(?:location ~|path_regexp) (\^\S+)/.exec(text) ?? [];
    const refused = new RegExp(written);
    expect(programs.filter((name) => !refused.test(name))).toEqual([]);
    expect(["/", "/inbox", "/docs/webhooks", "/v1x", "/widget.js"].filter((name) => refused.test(name))).toEqual([]);
    expect(text.indexOf("403")).toBeGreaterThan(text.indexOf(written));
  }
});
