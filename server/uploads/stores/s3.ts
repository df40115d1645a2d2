import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { AwsClient } from "aws4fetch";
import { Agent, request } from "undici";
import { AppError } from "#server/base/errors.ts";
import type { StoragePlace } from "#server/config/storage-url.ts";
import type { Store } from "./store.ts";

const tries = 3;
const firstPauseMs = 200;

type Call = { method: "GET" | "PUT" | "HEAD" | "DELETE"; key: string; body?: Uint8Array; range?: string };
type Answer = { status: number; bytes: Buffer; length: number };

/** No file is there because nothing can be: that is no answer about the file. */
const lacksBucket = ({ status, bytes }: Answer) => status === 404 && bytes.includes("NoSuchBucket");

/** Sends calls to one place. Each may be made again: a key never gets other bytes. */
function caller({ origin, bucket, prefix, region, accessKey, secretKey }: StoragePlace) {
  const client = new AwsClient({ accessKeyId: accessKey, secretAccessKey: secretKey, service: "s3", region });
  const dispatcher = new Agent({ connections: 32, connectTimeout: 5000, headersTimeout: 30_000, bodyTimeout: 30_000 });

  async function once({ method, key, body, range }: Call): Promise<Answer> {
    const sum = createHash("sha256")
      .update(body ?? "")
      .digest("hex");
    const headers = { "x-amz-content-sha256": sum, ...(range ? { range } : {}) };
    const signed = await client.sign(`${origin}/${bucket}/${prefix}${key}`, { method, headers });
    const given = { method, headers: Object.fromEntries(signed.headers), ...(body ? { body } : {}) };
    const answer = await request(signed.url, { ...given, dispatcher });
    const bytes = Buffer.from(await answer.body.arrayBuffer());
    return { status: answer.statusCode, bytes, length: Number(answer.headers["content-length"] ?? bytes.byteLength) };
  }

  return async (given: Call, fine: readonly number[]): Promise<Answer> => {
    for (let n = 1; ; n += 1) {
      const answer = await once(given).catch((error: unknown) => ({ error }));
      if ("status" in answer && fine.includes(answer.status) && !lacksBucket(answer)) return answer;
      const passes = "error" in answer || answer.status >= 500 || answer.status === 429;
      if (!passes || n === tries) throw refused(given, answer);
      await pause(firstPauseMs * 2 ** (n - 1));
    }
  };
}

/** Files in S3-compatible storage, addressed by path. */
export function s3Store(at: StoragePlace): Store {
  const call = caller(at);
  const get = async (key: string) => {
    const { status, bytes } = await call({ method: "GET", key }, [200, 404]);
    return status === 200 ? bytes : undefined;
  };
  const put = async (key: string, body: Uint8Array) => {
    await call({ method: "PUT", key, body }, [200, 201, 204]);
  };
  return {
    place: async () => createHash("sha256").update(`${at.origin}/${at.bucket}/${at.prefix}`).digest("hex").slice(0, 32),
    put,
    get,
    part: async (key, start, end) => {
      const { status, bytes } = await call({ method: "GET", key, range: `bytes=${start}-${end}` }, [200, 206]);
      return status === 206 ? bytes : bytes.subarray(start, end + 1);
    },
    size: async (key) => {
      const { status, length } = await call({ method: "HEAD", key }, [200, 404]);
      // A HEAD says no reason: only the GET tells a file that is not there from a bucket that is not.
      return status === 200 ? length : (await get(key))?.byteLength;
    },
    copy: async (from, to) => {
      const bytes = await get(from);
      if (!bytes) throw new AppError("not_found");
      await put(to, bytes);
    },
    remove: async (key) => {
      await call({ method: "DELETE", key }, [200, 204, 404]);
    },
  };
}

/** To who asked, the server is away; the log has what the storage said, which names no secret. */
function refused({ method, key }: Call, answer: Answer | { error: unknown }): AppError {
  if ("error" in answer) return new AppError("unavailable", { cause: answer.error });
  const code = /<Code>(\w{1,60})<\/Code>/.exec(answer.bytes.toString("utf8", 0, 2000))?.[1] ?? "";
  const cause = new Error(`the file storage answered ${answer.status} ${code} to ${method} of ${key}`);
  return new AppError("unavailable", { cause });
}
