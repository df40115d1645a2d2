import { createHash } from "node:crypto";
import { log } from "#server/base/log.ts";
import { placesOfFiles } from "#server/kit/presence/presence.ts";
import { files } from "./storage.ts";

/** A number of where this process keeps its files: the same for those that see the same ones. */
export async function placeNumber(): Promise<number> {
  const mark = createHash("sha256")
    .update(await files().place())
    .digest();
  return (mark.readUInt32BE(0) >>> 1) + 1;
}

/** What one process stores in a folder of its own, the others cannot find: files would be there now and then. */
export async function warnOfSeparateFiles(): Promise<boolean> {
  const apart = (await placesOfFiles()) > 1;
  if (apart) {
    log.warn(
      "processes of this installation keep their files in different places, so each misses those of the others: " +
        "give all the same STORAGE_URL, or one shared DATA_DIR",
    );
  }
  return apart;
}
