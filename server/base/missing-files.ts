/** What the system calls a failure, such as ENOENT; undefined where it has no name. */
export const codeOf = (error: unknown) => (error instanceof Error && "code" in error ? error.code : undefined);

/** What reads a file: undefined where the file is not there. Every other failure stays one. */
export async function ifPresent<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}
