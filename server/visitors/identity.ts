import { errors, jwtVerify } from "jose";
import { now } from "#server/base/clock.ts";
import { AppError } from "#server/base/errors.ts";
import { unseal } from "#server/base/secrets.ts";
import { emailField } from "#server/core/fields.ts";

/** A person identified by the company's own server. */
export type Identity = { visitorId: string; name: string; email: string; phone: string };

function refuse(message: string, cause?: unknown): AppError {
  return new AppError("unauthorized", { message, cause });
}

function textOf(claim: unknown, length: number): string {
  return typeof claim === "string" ? claim.replaceAll("\0", "").trim().slice(0, length) : "";
}

/**
 * Reads a signed identity (M2): a JWT, HS256 with the channel's secret, `aud` the channel, `exp` and `sub` required.
 * Only `sub` must fit; a name, email or phone of another shape is left out.
 */
export async function readIdentity(jwt: string, channelId: string, sealedSecret: string | null): Promise<Identity> {
  if (!sealedSecret) throw refuse("This channel has no identity secret yet: reveal it in its settings first.");
  try {
    const { payload } = await jwtVerify(jwt, new TextEncoder().encode(unseal(sealedSecret)), {
      algorithms: ["HS256"],
      audience: channelId,
      requiredClaims: ["exp", "sub", "aud"],
      clockTolerance: 5,
      currentDate: now(),
    });
    const visitorId = textOf(payload.sub, 65);
    if (visitorId === "" || visitorId.length > 64) throw refuse("The identity's sub must have 1 to 64 characters.");
    const email = emailField.safeParse(payload.email);
    return {
      visitorId,
      name: textOf(payload.name, 255),
      email: email.success ? email.data : "",
      phone: textOf(payload.phone, 32),
    };
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    if (cause instanceof errors.JWTExpired) throw refuse("The signed identity has expired.", cause);
    throw refuse("The signed identity is not valid for this channel.", cause);
  }
}
