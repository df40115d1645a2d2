import { describe, expect, it } from "vitest";
import { capabilitiesOf } from "#server/channels/capabilities.ts";
import { refusalOf } from "./file-uploads.ts";

const megabyte = 1024 * 1024;
const whatsapp = capabilitiesOf("WHATSAPP");
const instagram = capabilitiesOf("INSTAGRAM");
const file = (type: string, size: number) => ({ name: "x", type, size });

describe("what the composer takes [W2]", () => {
  it("is whatever the channel takes as what it is, or as a plain file", () => {
    expect(refusalOf(whatsapp, file("video/mp4", 15 * megabyte))).toBeUndefined();
    expect(refusalOf(whatsapp, file("video/mp4", 30 * megabyte))).toBeUndefined();
    expect(refusalOf(whatsapp, file("audio/webm", megabyte))).toBeUndefined();
    expect(refusalOf(instagram, file("application/pdf", megabyte))).toBeUndefined();
  });

  it("names the limit of what is too large, and the types of what has none", () => {
    expect(refusalOf(whatsapp, file("application/pdf", 101 * megabyte))).toMatchObject({
      ...{ reason: "tooLarge", bytes: 100 * megabyte },
    });
    expect(refusalOf(instagram, file("image/png", 9 * megabyte))).toMatchObject({
      ...{ reason: "tooLarge", bytes: 8 * megabyte },
    });
    expect(refusalOf(instagram, file("text/csv", 10))).toMatchObject({
      ...{ reason: "wrongType", types: ["application/pdf"] },
    });
    expect(refusalOf(whatsapp, file("text/plain", 0))).toMatchObject({ reason: "empty" });
  });
});
