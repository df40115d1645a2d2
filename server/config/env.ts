import { secretIn } from "./secret.ts";
import { type Environment, parseEnv } from "./variables.ts";

export { type Environment, parseEnv } from "./variables.ts";

/** The settings of this process, read once. A fault stops the boot here, before anything is opened. */
export const env: Environment = parseEnv(process.env);

// next-auth asks nobody else for its own address.
process.env.NEXTAUTH_URL = env.publicUrl;

let current: string | undefined;

/** Signs sessions and seals stored secrets: NEXTAUTH_SECRET, else generated into DATA_DIR on the first start. */
export function secret(): string {
  current ??= env.nextAuthSecret ?? secretIn(env.dataDir);
  return current;
}
