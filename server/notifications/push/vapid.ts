import { createECDH } from "node:crypto";
import { lastingBytes } from "#server/base/secrets.ts";

type VapidKeys = { publicKey: string; privateKey: string };

let kept: VapidKeys | undefined;

/**
 * The installation's own keys for push services (RFC 8292). They come from the first secret, so that all processes
 * have the same ones; browsers that asked for news under them hear on when the secret changes.
 */
export function vapidKeys(): VapidKeys {
  kept ??= keysFrom((round) => lastingBytes(`push ${round}`));
  return kept;
}

/** A number beyond the curve's order is no key: once in four thousand million times, the next one is taken. */
function keysFrom(bytes: (round: number) => Buffer): VapidKeys {
  for (let round = 0; ; round += 1) {
    const curve = createECDH("prime256v1");
    const privateKey = bytes(round);
    try {
      curve.setPrivateKey(privateKey);
    } catch (error) {
      if (round > 8) throw error;
      continue;
    }
    return { publicKey: curve.getPublicKey("base64url"), privateKey: privateKey.toString("base64url") };
  }
}
