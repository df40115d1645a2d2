import { isRecord } from "#components/live/records.ts";
import { detailsOf } from "./refusals.ts";

/** Marks the company's own name apart from the person's, which is `admin.name` in what is sent. */
export function apart(body: unknown): unknown {
  if (!isRecord(body)) return body;
  const details = detailsOf(body).map((one) => (one.field === "name" ? { ...one, field: "company" } : one));
  return { ...body, details };
}
