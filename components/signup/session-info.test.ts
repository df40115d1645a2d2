import { describe, expect, it } from "vitest";
import { isFromSignUp, readSessionInfo } from "./session-info.ts";

const told = (event: string, data: object) => JSON.stringify({ type: "WA_EMBEDDED_SIGNUP", event, version: 3, data });

describe("what the sign-up's window tells", () => {
  it.each([
    ["FINISH", { phone_number_id: "106", waba_id: "524", business_id: "200" }, "524", "106"],
    ["FINISH_ONLY_WABA", { waba_id: "524" }, "524", ""],
    ["FINISH_WHATSAPP_BUSINESS_APP_ONBOARDING", { waba_id: 524 }, "524", ""],
  ] as const)("is read: %s", (event, data, wabaId, phoneNumberId) => {
    expect(readSessionInfo(told(event, data))).toEqual({ kind: "finished", event, wabaId, phoneNumberId });
  });

  it("tells a window that was left from one that failed, in each of the platform's versions", () => {
    expect(readSessionInfo(told("CANCEL", { current_step: "PHONE_NUMBER_SETUP" }))).toEqual({
      kind: "cancelled",
      step: "PHONE_NUMBER_SETUP",
    });
    const failed = { kind: "failed", reason: "Your WhatsApp number cannot be used.", code: "524126" };
    const given = { error_message: failed.reason, error_id: "524126", session_id: "f1", timestamp: "1746041036" };
    expect(readSessionInfo(told("CANCEL", given))).toEqual(failed);
    expect(readSessionInfo(told("ERROR", given))).toEqual(failed);
    expect(readSessionInfo(told("ERROR", {}))).toEqual({ kind: "failed", reason: "", code: "" });
  });

  it("leaves everything else alone", () => {
    for (const data of ["", "{", "cb=f3&domain=localhost", { type: "other" }, null, 7, told("SOMETHING", {})])
      expect(readSessionInfo(data)).toBeUndefined();
  });
});

describe("whose word counts", () => {
  it("is Meta's own pages', over https, and the simulator's where there is one", () => {
    for (const origin of ["https://www.facebook.com", "https://business.facebook.com", "https://facebook.com"])
      expect(isFromSignUp(origin, "")).toBe(true);
    for (const origin of [
      ...["http://www.facebook.com", "https://notfacebook.com", "https://facebook.com.evil.example", "null", ""],
      ...["https://evil.example/?https://facebook.com", "https://www.facebook.com:8443", "http://localhost:3000"],
    ])
      expect(isFromSignUp(origin, "")).toBe(false);
    expect(isFromSignUp("http://localhost:3000", "http://localhost:3000")).toBe(true);
  });
});
