/** Makes one after the other; where one fails, those made before it are taken back, and the failure is thrown. */
export async function allOrNone<Part, Made>(
  parts: readonly Part[],
  make: (part: Part, index: number) => Promise<Made>,
  takeBack: (made: Made) => Promise<unknown>,
): Promise<void> {
  const made: Made[] = [];
  try {
    for (const [index, part] of parts.entries()) made.push(await make(part, index));
  } catch (error) {
    await Promise.allSettled(made.map(takeBack));
    throw error;
  }
}
