/** Asks the person, and calls what is given once they want to leave. */
type Ask = (leave: () => void) => void;

const guards: Ask[] = [];

/** While this stands, ways out of the page ask first. */
export function guardLeaving(ask: Ask): () => void {
  guards.push(ask);
  return () => void guards.splice(guards.indexOf(ask), 1);
}

/** Of several guards on a page one asks. */
export const isAsking = (ask: Ask): boolean => guards[0] === ask;

/** Leads to a page of this site by `go`; where a form holds what is not saved, once the person wants that. */
export function leaveFor(href: string, go: () => void): void {
  const [ask] = guards;
  if (ask && new URL(href, location.href).pathname !== location.pathname) ask(go);
  else go();
}
