/** A place in S3-compatible storage. */
export type StoragePlace = {
  /** https://host:port */
  origin: string;
  bucket: string;
  /** What the names of all files there begin with: "" or "folder/". */
  prefix: string;
  region: string;
  accessKey: string;
  secretKey: string;
};

/** `s3://key:secret@host:port/bucket/folder?region=eu-west-1&tls=off`; undefined where it is none. */
export function readStorageUrl(text: string): StoragePlace | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const [bucket = "", ...folders] = url.pathname.split("/").filter(Boolean);
  const tls = url.searchParams.get("tls") ?? "on";
  const named = url.protocol === "s3:" && url.host !== "" && url.username !== "" && url.password !== "";
  if (!named || !/^[a-z0-9][a-z0-9.-]{1,62}$/.test(bucket) || !["on", "off"].includes(tls)) return undefined;
  if (folders.some((one) => !/^[A-Za-z0-9._-]+$/.test(one))) return undefined;
  try {
    return {
      origin: `${tls === "on" ? "https" : "http"}://${url.host}`,
      bucket,
      prefix: folders.map((one) => `${one}/`).join(""),
      region: url.searchParams.get("region") ?? "us-east-1",
      accessKey: decodeURIComponent(url.username),
      secretKey: decodeURIComponent(url.password),
    };
  } catch {
    return undefined;
  }
}
