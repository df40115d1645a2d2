/**
 * Says that the browser went Back or Forward, before the router hears of it: who prevents `parley:back` keeps it from
 * the router. On a window listeners are heard in the order they came, so this one must stand before all scripts.
 *
 * Goes with the page as text (`early-script.ts`): it knows nothing outside itself.
 */
export function announceBack(page: Pick<Window, "addEventListener" | "dispatchEvent"> = window): void {
  page.addEventListener("popstate", (event) => {
    if (!page.dispatchEvent(new Event("parley:back", { cancelable: true }))) event.stopImmediatePropagation();
  });
}
