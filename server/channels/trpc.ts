import { mutation, query, router } from "#server/trpc/init.ts";
import { createChannel } from "./creating.ts";
import { deleteChannel } from "./deleting.ts";
import { updateChannel } from "./editing.ts";
import { revealIdentitySecret, rotateIdentitySecret } from "./identity-secret.ts";
import { listChannelNames, listChannels, readChannel } from "./listing.ts";
import { readLook } from "./styling.ts";

export const channelsRouter = router({
  list: query(listChannels),
  names: query(listChannelNames),
  read: query(readChannel),
  look: query(readLook),
  create: mutation(createChannel),
  update: mutation(updateChannel),
  delete: mutation(deleteChannel),
  revealIdentitySecret: mutation(revealIdentitySecret),
  rotateIdentitySecret: mutation(rotateIdentitySecret),
});
