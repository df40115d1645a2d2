import { Secret, TOTP } from "otpauth";
import { second } from "#server/base/clock.ts";

const stepSeconds = 30;
/** One step to each side: clocks of phones are seldom right to the second (RFC 6238, 5.2). */
const window = 1;

function generator(secret: string, label = ""): TOTP {
  const own = { algorithm: "SHA1", digits: 6, period: stepSeconds, secret: Secret.fromBase32(secret) };
  return new TOTP({ ...own, issuer: "Parley", label });
}

/** 160 random bits, as RFC 4226 asks for, in the letters that apps take. */
export const newFactorSecret = (): string => new Secret({ size: 20 }).base32;

/** What an app reads from the picture: otpauth://totp/... */
export const factorUri = (secret: string, email: string): string => generator(secret, email).toString();

export const currentCode = (secret: string, at: Date): string =>
  generator(secret).generate({ timestamp: at.getTime() });

/** The step whose code it is; undefined for none, and for one that is not later than the last that was taken. */
export function stepOf(secret: string, code: string, at: Date, lastStep: number): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const delta = generator(secret).validate({ token: code, timestamp: at.getTime(), window });
  if (delta === null) return undefined;
  const step = Math.floor(at.getTime() / (stepSeconds * second)) + delta;
  return step > lastStep ? step : undefined;
}
