const unseen = /^[\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}]*$/u;

/** A name; empty where nothing of it would be seen: spaces, joiners, marks of direction. */
export function seenName(name: string): string {
  return unseen.test(name) ? "" : name;
}
