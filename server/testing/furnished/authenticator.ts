import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";
import { relyingParty } from "#server/sessions/passkeys/relying-party.ts";
import type { Assertion, AssertionOptions, Registration } from "#server/sessions/passkeys/schema.ts";

type Key = { id: Buffer; privateKey: KeyObject; userHandle: string; counter: number };
type Creating = { challenge: string; rp: { id: string }; user: { id: string } };
/** What a device or an attacker may do otherwise. */
type Odd = {
  origin?: string;
  rpId?: string;
  /** Without asking its owner for a finger or a PIN. */
  unverified?: boolean;
  counter?: number;
  userHandle?: string;
  type?: string;
  fmt?: string;
  attStmt?: Map<string, unknown>;
};

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest();
const text = (bytes: Buffer | Uint8Array) => Buffer.from(bytes).toString("base64url");

/** A device that makes and uses passkeys as a phone does (ES256), in place of a browser. */
export class Authenticator {
  readonly keys: Key[] = [];
  /** Devices that count, count each use; those that keep keys in a cloud stay at 0. */
  counts = true;

  private clientData(type: string, challenge: string, { origin = relyingParty.origin }: Odd): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  private authData(rpId: string, counter: number, { unverified = false }: Odd, attested?: Buffer): Buffer {
    const flags = 0x01 | (unverified ? 0 : 0x04) | (attested ? 0x40 : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, attested ?? Buffer.alloc(0)]);
  }

  create({ challenge, rp, user }: Creating, odd: Odd = {}): Registration {
    const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const { x = "", y = "" } = publicKey.export({ format: "jwk" });
    const id = randomBytes(32);
    this.keys.push({ id, privateKey, userHandle: user.id, counter: 0 });
    const cose = new Map<number, number | Uint8Array<ArrayBuffer>>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, "base64url"))],
      [-3, new Uint8Array(Buffer.from(y, "base64url"))],
    ]);
    const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, isoCBOR.encode(cose)]);
    const attestation = new Map<string, unknown>([
      ["fmt", odd.fmt ?? "none"],
      ["attStmt", odd.attStmt ?? new Map()],
      ["authData", new Uint8Array(this.authData(odd.rpId ?? rp.id, 0, odd, attested))],
    ]);
    return {
      ...{ id: text(id), rawId: text(id), type: "public-key" },
      response: {
        clientDataJSON: text(this.clientData(odd.type ?? "webauthn.create", challenge, odd)),
        attestationObject: text(isoCBOR.encode(attestation as Parameters<typeof isoCBOR.encode>[0])),
        transports: ["internal"],
      },
    };
  }

  /** Signs with the key of this account, else with the last that was made. */
  get({ challenge, rpId }: Pick<AssertionOptions, "challenge" | "rpId">, odd: Odd = {}): Assertion {
    const key = this.keys.at(-1);
    if (!key) throw new Error("this device has no key");
    if (this.counts) key.counter += 1;
    const clientData = this.clientData(odd.type ?? "webauthn.get", challenge, odd);
    const authData = this.authData(odd.rpId ?? rpId, odd.counter ?? key.counter, odd);
    return {
      ...{ id: text(key.id), rawId: text(key.id), type: "public-key" },
      response: {
        clientDataJSON: text(clientData),
        authenticatorData: text(authData),
        signature: text(sign("sha256", Buffer.concat([authData, sha256(clientData)]), key.privateKey)),
        userHandle: odd.userHandle ?? key.userHandle,
      },
    };
  }
}
