import { mutation, query, router } from "#server/trpc/init.ts";
import { listAlarms } from "./alarming.ts";
import { checkConnection, connectChannel, readConnection } from "./checking.ts";
import { createChannel } from "./creating.ts";
import { deleteChannel } from "./deleting.ts";
import { disconnectChannel } from "./disconnecting.ts";
import { updateChannel } from "./editing.ts";
import { readImport, retryImport } from "./history/reading.ts";
import { requestHistory } from "./history/requesting.ts";
import { revealIdentitySecret, rotateIdentitySecret } from "./identity-secret.ts";
import { listInbound, readInbound, reprocessInbound } from "./journal.ts";
import { listChannelNames, listChannels, readChannel } from "./listing.ts";
import { readLook } from "./styling.ts";
import { requestNumberCode, verifyNumberCode } from "./verifying.ts";

export const channelsRouter = router({
  list: query(listChannels),
  names: query(listChannelNames),
  read: query(readChannel),
  look: query(readLook),
  create: mutation(createChannel),
  update: mutation(updateChannel),
  delete: mutation(deleteChannel),
  connection: query(readConnection),
  connect: mutation(connectChannel),
  requestCode: mutation(requestNumberCode),
  verifyCode: mutation(verifyNumberCode),
  checkConnection: mutation(checkConnection),
  disconnect: mutation(disconnectChannel),
  import: query(readImport),
  requestHistory: mutation(requestHistory),
  retryImport: mutation(retryImport),
  alarms: query(listAlarms),
  inbound: query(listInbound),
  inboundPayload: query(readInbound),
  reprocess: mutation(reprocessInbound),
  revealIdentitySecret: mutation(revealIdentitySecret),
  rotateIdentitySecret: mutation(rotateIdentitySecret),
});
