import type { Store } from "./stores/store.ts";

const atOnce = 8;

type Move = {
  keys: readonly string[];
  from: Store;
  to: Store;
  /** Takes away what has arrived. */
  remove: boolean;
  tell: (done: number) => void;
};

type Moved = { moved: number; alreadyThere: number; missing: number; removed: number };

/**
 * Copies files from one store to the other. What has arrived whole is not copied again, so that a move that was broken
 * off goes on where it was.
 */
export async function moveFiles({ keys, from, to, remove, tell }: Move): Promise<Moved> {
  const moved = { moved: 0, alreadyThere: 0, missing: 0, removed: 0 };
  let next = 0;
  const work = async () => {
    for (let key = keys[next++]; key !== undefined; key = keys[next++]) {
      const outcome = await moveFile(key, from, to);
      moved[outcome] += 1;
      if (remove && outcome !== "missing") {
        await from.remove(key);
        moved.removed += 1;
      }
      tell(moved.moved + moved.alreadyThere + moved.missing);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return moved;
}

async function moveFile(key: string, from: Store, to: Store): Promise<"moved" | "alreadyThere" | "missing"> {
  const [here, there] = [await from.size(key), await to.size(key)];
  if (here === undefined) return there === undefined ? "missing" : "alreadyThere";
  if (here === there) return "alreadyThere";
  const bytes = await from.get(key);
  // It was removed with its row meanwhile.
  if (!bytes) return "missing";
  await to.put(key, bytes);
  if ((await to.size(key)) !== bytes.byteLength) throw new Error(`the file ${key} did not arrive whole`);
  return "moved";
}
