import { mutation, query, router } from "#server/kit/trpc/init.ts";
import { listInvitations } from "./listing.ts";
import { createInvitation, renewInvitation, revokeInvitation } from "./writing.ts";

export const invitationsRouter = router({
  list: query(listInvitations),
  create: mutation(createInvitation),
  renew: mutation(renewInvitation),
  revoke: mutation(revokeInvitation),
});
