/** Keeps a picture the simulated customer is about to send; undefined when it is refused. */
export async function storeImage(file: File): Promise<string | undefined> {
  const response = await fetch("/uploads", { method: "POST", headers: { "Content-Type": file.type }, body: file });
  const answer: unknown = response.ok ? await response.json() : undefined;
  const url: unknown = typeof answer === "object" && answer !== null ? Reflect.get(answer, "url") : undefined;
  return typeof url === "string" ? url : undefined;
}
