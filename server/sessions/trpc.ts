import { mutation, query, router } from "#server/kit/trpc/init.ts";
import { endSessionsOfUser } from "#server/users/signing-out.ts";
import { endOtherSessions, endSession } from "./ending.ts";
import { beginFactor, confirmFactor, disableFactor, readFactor, renewRecovery } from "./factors/setting-up.ts";
import { listSessions } from "./listing.ts";
import { listPasskeys, removePasskey, renamePasskey } from "./passkeys/managing.ts";
import { beginPasskeyProof } from "./passkeys/proving.ts";
import { addPasskey, beginPasskey } from "./passkeys/registering.ts";
import { seeAs, stopSeeingAs } from "./seeing-as.ts";
import { stepUp } from "./stepping-up.ts";

export const sessionsRouter = router({
  list: query(listSessions),
  end: mutation(endSession),
  endOthers: mutation(endOtherSessions),
  endOfUser: mutation(endSessionsOfUser),
  seeAs: mutation(seeAs),
  stopSeeingAs: mutation(stopSeeingAs),
  stepUp: mutation(stepUp),
  factor: query(readFactor),
  beginFactor: mutation(beginFactor),
  confirmFactor: mutation(confirmFactor),
  renewRecovery: mutation(renewRecovery),
  disableFactor: mutation(disableFactor),
  passkeys: query(listPasskeys),
  beginPasskey: mutation(beginPasskey),
  addPasskey: mutation(addPasskey),
  renamePasskey: mutation(renamePasskey),
  removePasskey: mutation(removePasskey),
  beginPasskeyProof: mutation(beginPasskeyProof),
});
