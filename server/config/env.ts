import { secretIn } from "./secret.ts";
import { type Environment, parseEnv } from "./variables.ts";

export { type Environment, parseEnv } from "./variables.ts";

/** The settings of this process, read once. A fault stops the boot here, before anything is opened. */
export const env: Environment = readOrStop();

// next-auth reads its own address from this variable only.
process.env.NEXTAUTH_URL = env.publicUrl;

// A file .env is compose's. Next would read it for this process, and what we start would have other settings than we do.
process.env.__NEXT_PROCESSED_ENV = "true";

// Under --watch Node has threads and children report what they import over the ports that carry their results.
delete process.env.WATCH_REPORT_DEPENDENCIES;

/** The operator gets the list of faults, not a stack. */
function readOrStop(): Environment {
  try {
    return parseEnv(process.env);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}

type Secrets = readonly [current: string, ...previous: string[]];

let known: Secrets | undefined;

/**
 * The secret that signs and seals (NEXTAUTH_SECRET, else generated into DATA_DIR on the first start), and after it those
 * that only open: NEXTAUTH_SECRET_PREVIOUS.
 */
export function secrets(): Secrets {
  known ??= [env.nextAuthSecret ?? secretIn(env.dataDir), ...env.previousSecrets];
  return known;
}

/** Signs sessions and seals stored secrets. */
export function secret(): string {
  return secrets()[0];
}

/** Tests change the secret as a restart with other variables does. */
export function useSecrets(...changed: [current: string, ...previous: string[]]): void {
  known = changed;
}
