import { isRecord } from "#components/live/records.ts";
import { refusedWith } from "../files/store-file.ts";

/** Keeps an image for whoever opens its address; fails with a StoreError that says why it is not kept. */
export async function storeImage(file: File): Promise<string> {
  const response = await fetch("/uploads", { method: "POST", headers: { "Content-Type": file.type }, body: file });
  if (!response.ok) throw refusedWith(response.status, await response.text());
  const answer: unknown = await response.json();
  if (isRecord(answer) && typeof answer.url === "string") return answer.url;
  throw refusedWith(response.status, "");
}
