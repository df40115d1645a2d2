import { log } from "#server/base/log.ts";
import type { Passkey } from "#server/db/generated/client.ts";
import { relyingParty } from "./relying-party.ts";
import type { Assertion, Registration } from "./schema.ts";

/** EdDSA, ES256, RS256: what devices offer. */
export const algorithms = [-8, -7, -257];

/** What is kept of a key that was made. */
type NewKey = Pick<Passkey, "credentialId" | "publicKey" | "counter" | "transports" | "synced">;

const library = () => import("@simplewebauthn/server");

/**
 * Certificates of makers are refused, not checked: nothing here asks for them, and to check one the library calls
 * addresses that stand in it.
 */
async function bearsCertificate(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject, isoBase64URL } = await import("@simplewebauthn/server/helpers");
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  const format = attestation.get("fmt");
  return format !== "none" && !(format === "packed" && attestation.get("attStmt").get("x5c") === undefined);
}

/** The key that a device has made for this challenge; undefined where anything about it is not right. */
export async function verifyRegistration(response: Registration, challenge: string): Promise<NewKey | undefined> {
  try {
    if (await bearsCertificate(response.response.attestationObject)) return undefined;
    const { transports = [], ...rest } = response.response;
    const { verified, registrationInfo } = await (await library()).verifyRegistrationResponse({
      response: { ...response, response: rest, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: relyingParty.origin,
      expectedRPID: relyingParty.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    });
    if (!verified) return undefined;
    const { credential, credentialBackedUp: synced } = registrationInfo;
    const publicKey = Buffer.from(credential.publicKey).toString("base64url");
    return { credentialId: credential.id, publicKey, counter: BigInt(credential.counter), transports, synced };
  } catch (error) {
    // The library throws for whatever is wrong: what came is a stranger's.
    log.info({ reason: error instanceof Error ? error.message : "" }, "a new passkey was refused");
    return undefined;
  }
}

/** Whether this key has signed this challenge here, with its owner present and known to the device. */
export async function verifyAssertion(
  response: Assertion,
  { credentialId, publicKey, counter }: Pick<Passkey, "credentialId" | "publicKey" | "counter">,
  challenge: string,
): Promise<{ counter: bigint; synced: boolean } | undefined> {
  try {
    const { userHandle, ...rest } = response.response;
    const { verified, authenticationInfo } = await (await library()).verifyAuthenticationResponse({
      response: {
        ...response,
        response: { ...rest, ...(userHandle ? { userHandle } : {}) },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: relyingParty.origin,
      expectedRPID: relyingParty.id,
      credential: { id: credentialId, publicKey: Buffer.from(publicKey, "base64url"), counter: Number(counter) },
      requireUserVerification: true,
    });
    if (!verified) return undefined;
    return { counter: BigInt(authenticationInfo.newCounter), synced: authenticationInfo.credentialBackedUp };
  } catch (error) {
    // A counter that went back comes here too: somebody may have a copy of the key.
    log.warn({ reason: error instanceof Error ? error.message : "" }, "a passkey was refused");
    return undefined;
  }
}
