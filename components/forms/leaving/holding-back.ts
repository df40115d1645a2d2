type Page = Pick<Window, "addEventListener" | "removeEventListener"> & {
  location: Pick<Location, "href" | "pathname">;
  history: Pick<History, "state" | "pushState" | "back">;
};

type Held = {
  /** The page is looked at again: its address may have changed without being left. */
  note: () => void;
  end: () => void;
};

/**
 * The browser's Back and Forward leave the page only through `ask`. They cannot be prevented: the place is put back
 * and the router does not hear of it (`frame/early/back-announced.ts`). Going back from there leads where they led.
 */
export function holdBack(page: Page, ask: (leave: () => void) => void, isFirst = () => true): Held {
  let leaving = false;
  const look = () => {
    const { href, pathname } = page.location;
    return { href, pathname, state: page.history.state as unknown };
  };
  let here = look();
  const hold = (event: Event) => {
    if (leaving || !isFirst() || page.location.pathname === here.pathname) return;
    event.preventDefault();
    page.history.pushState(here.state, "", here.href);
    ask(() => {
      leaving = true;
      page.history.back();
    });
  };
  page.addEventListener("parley:back", hold);
  return {
    note: () => {
      here = look();
    },
    end: () => page.removeEventListener("parley:back", hold),
  };
}
