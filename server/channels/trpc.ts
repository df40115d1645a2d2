import { mutation, query, router } from "#server/kit/trpc/init.ts";
import { readChannelAppearance } from "./appearance.ts";
import { listAlarms } from "./connection/alarming.ts";
import { checkConnection, connectChannel, readConnection } from "./connection/checking.ts";
import { disconnectChannel } from "./connection/disconnecting.ts";
import { revealIdentitySecret, rotateIdentitySecret } from "./connection/identity-secret.ts";
import { requestNumberCode, verifyNumberCode } from "./connection/verifying.ts";
import { createChannel } from "./creating.ts";
import { deleteChannel } from "./deleting.ts";
import { updateChannel } from "./editing.ts";
import { readImport, retryImport } from "./history/reading.ts";
import { requestHistory } from "./history/requesting.ts";
import { listInbound, readInbound, reprocessInbound } from "./journal/journal.ts";
import { listChannelNames, listChannels, readChannel } from "./listing.ts";

import { finishSignUp } from "./signup/finishing.ts";
import { readSignUpOffer } from "./signup/offering.ts";

export const channelsRouter = router({
  list: query(listChannels),
  names: query(listChannelNames),
  read: query(readChannel),
  look: query(readChannelAppearance),
  create: mutation(createChannel),
  update: mutation(updateChannel),
  delete: mutation(deleteChannel),
  connection: query(readConnection),
  connect: mutation(connectChannel),
  requestCode: mutation(requestNumberCode),
  verifyCode: mutation(verifyNumberCode),
  checkConnection: mutation(checkConnection),
  disconnect: mutation(disconnectChannel),
  signUpOffer: query(readSignUpOffer),
  finishSignUp: mutation(finishSignUp),
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
