import { mutation, query, router } from "#server/kit/trpc/init.ts";
import { readMailStatus, sendTestMail } from "./testing.ts";

export const mailRouter = router({ status: query(readMailStatus), test: mutation(sendTestMail) });
