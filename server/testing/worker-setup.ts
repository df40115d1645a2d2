import { inject } from "vitest";
import { workerDatabase } from "./database-server.ts";
import { watchStatements } from "./statements/recording.ts";

// Runs before the modules of a test file load, so that config/env.ts reads these.
const server = inject("testServer");
process.env.DATABASE_URL = await workerDatabase(server, process.env.VITEST_POOL_ID ?? "1");
process.env.DATA_DIR = server.dataDir;
process.env.SIMULATOR = "1";
process.env.PUBLIC_URL_PREVIOUS = "https://former.example.com";
process.env.NEXTAUTH_SECRET = "test-only-signing-key-0123456789";
process.env.LOG_LEVEL = process.env.LOG_LEVEL || "fatal";
if (inject("sharesProcess")) process.env.SHARED_BY_TESTS = String(process.pid);
if (process.env.RECORD_STATEMENTS) watchStatements();
