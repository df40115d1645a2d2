/** Where files lie. A key is one of ours (`storage.ts`), and never gets other bytes. */
export type Store = {
  /** The same for all processes that see the same files, and for no others. */
  place(): Promise<string>;
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Undefined: there is none. */
  get(key: string): Promise<Buffer | undefined>;
  /** The bytes from `start` to `end`, both counted. */
  part(key: string, start: number, end: number): Promise<Buffer>;
  size(key: string): Promise<number | undefined>;
  copy(from: string, to: string): Promise<void>;
  /** Also of what is not there. */
  remove(key: string): Promise<void>;
};
