import { expect, it } from "vitest";
import { readStorageUrl } from "./storage-url.ts";
import { parseEnv } from "./variables.ts";

it("reads where files are kept, with signs of a secret that an address must write otherwise [P4]", () => {
  expect(readStorageUrl("s3://AKIA:a%2Fb%2Bc@s3.eu-west-1.amazonaws.com/files?region=eu-west-1")).toEqual({
    ...{ origin: "https://s3.eu-west-1.amazonaws.com", bucket: "files", prefix: "", region: "eu-west-1" },
    ...{ accessKey: "AKIA", secretKey: "a/b+c" },
  });
  expect(readStorageUrl("s3://k:s@minio:9000/files/a/b?tls=off")).toMatchObject({
    ...{ origin: "http://minio:9000", prefix: "a/b/", region: "us-east-1" },
  });
});

it.each([
  "https://k:s@host/files",
  "s3://host/files",
  "s3://k:s@host/",
  "s3://k:s@host/Bad_Bucket",
  "s3://k:s@host/files?tls=perhaps",
  "s3://k:s@host/files/%2e%2e%2f",
  "s3://k:%zz@host/files",
  "files",
])("takes nothing else, and shows no secret: %s [P4]", (text) => {
  expect(readStorageUrl(text)).toBeUndefined();
  expect(() => parseEnv({ STORAGE_URL: text })).toThrow(/STORAGE_URL(?!.*k:s@)/);
});
