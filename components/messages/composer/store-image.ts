import { handOver, refusedWith } from "../files/store-file.ts";

/** Keeps an image for whoever opens its address; fails with a StoreError that says why it is not kept. */
export async function storeImage(file: File): Promise<string> {
  const { url } = await handOver("/uploads", file.type, { file });
  if (typeof url === "string") return url;
  throw refusedWith(201, "");
}
