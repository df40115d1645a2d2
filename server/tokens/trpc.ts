import { mutation, query, router } from "#server/kit/trpc/init.ts";
import { createToken } from "./creating.ts";
import { listTokens } from "./listing.ts";
import { revokeToken } from "./revoking.ts";

export const tokensRouter = router({
  list: query(listTokens),
  create: mutation(createToken),
  revoke: mutation(revokeToken),
});
