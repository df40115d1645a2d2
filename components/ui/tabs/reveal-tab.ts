/** How much of the next tab stays in sight, so that one sees that there is more. */
const beside = 32;

/** Where the tabs are wider than their list, the chosen one is in sight, and never at its very edge. */
export function revealTab(tab: HTMLElement | null): void {
  const list = tab?.parentElement;
  if (!tab || !list) return;
  const [own, frame] = [tab.getBoundingClientRect(), list.getBoundingClientRect()];
  if (own.left < frame.left + beside) list.scrollLeft += own.left - frame.left - beside;
  else if (own.right > frame.right - beside) list.scrollLeft += own.right - frame.right + beside;
}
