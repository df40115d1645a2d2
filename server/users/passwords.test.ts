import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import { hashPassword, isOutdated, isPassword } from "#server/core/passwords.ts";
import { minPasswordLength, passwordFault } from "./password-rules.ts";

describe("a stored password", () => {
  it("is argon2id with its own salt and matches only itself", async () => {
    const [one, two] = await Promise.all([hashPassword("correct horse"), hashPassword("correct horse")]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(one).not.toBe(two);
    expect(await isPassword("correct horse", one)).toBe(true);
    expect(await isPassword("correct horsE", one)).toBe(false);
    expect(await isPassword("", one)).toBe(false);
  });

  it("matches however its accents were typed", async () => {
    expect(await isPassword("contrasen\u0303a", await hashPassword("contrase\u00f1a"))).toBe(true);
  });

  it("is never matched where none is stored or it is damaged", async () => {
    for (const stored of [null, undefined, "", "plain", "$argon2id$v=19$m=19456,t=2,p=1$$"])
      expect(await isPassword("", stored)).toBe(false);
  });

  it("counts as outdated with another cost", async () => {
    const stored = await hashPassword("correct horse");
    expect(isOutdated(stored)).toBe(false);
    expect(isOutdated(stored.replace("t=2", "t=1"))).toBe(true);
  });

  it("is compared with as much work where there is no user", async () => {
    const stored = await hashPassword("correct horse");
    // Processor time: however busy the machine is, the work is the same.
    const time = async (hash: string | null) => {
      const start = process.cpuUsage();
      await isPassword("wrong horse", hash);
      return process.cpuUsage(start).user;
    };
    // In turns, so that whatever else the machine does bears on both alike.
    let [known, unknown] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (let round = 0; round < 9; round += 1) {
      known = Math.min(known, await time(stored));
      unknown = Math.min(unknown, await time(null));
    }
    expect(unknown).toBeGreaterThan(known * 0.5);
    expect(unknown).toBeLessThan(known * 2);
  });
});

describe("a new password", () => {
  const owner = { name: "Ana Belén", email: "ana.belen@example.com" };
  it("is refused when short, guessed first, repetitive or the owner's name", () => {
    expect(passwordFault("seven77", owner)).toBe("too_short");
    expect(passwordFault("x".repeat(129), owner)).toBe("too_long");
    expect(passwordFault("Password123", owner)).toBe("too_common");
    expect(passwordFault("abababababab", owner)).toBe("too_common");
    expect(passwordFault("ANA.BELEN", owner)).toBe("like_name");
    expect(passwordFault("ana belén", owner)).toBe("like_name");
  });

  it.each([
    "iloveyou123",
    "Password1!",
    "hunter22",
    "letmein99",
    "Barcelona2024",
    "superman2024",
    "Qwerty12345!",
    "zxcvfdsa",
  ])("is refused when it is one of many known ones or little else: %s [found S15]", (password) => {
    expect(passwordFault(password, owner)).toBe("too_common");
  });

  it("is refused when it is one of the 17,000 known ones that are long enough", () => {
    const { dictionary } = createRequire(import.meta.url)(
      "@zxcvbn-ts/language-common",
    ) as typeof import("@zxcvbn-ts/language-common");
    const known = [...dictionary["passwords-common"]].map(String).filter(({ length }) => length >= minPasswordLength);
    expect(known.length).toBeGreaterThan(17_000);
    expect(known.filter((password) => passwordFault(password, owner) === undefined)).toEqual([]);
  });

  it("may be eight random characters [found S15]", () => {
    for (const password of ["x7Kp2mQz", "vT9-wq4L", "rk5zj8vm"]) expect(passwordFault(password, owner)).toBeUndefined();
  });

  it("may be long, and of any characters", () => {
    for (const password of ["correct horse", "ñandú 🦤 corre", "x1-y".repeat(32)])
      expect(passwordFault(password, owner)).toBeUndefined();
  });
});
