const faulty = "[aria-invalid=true], [data-faulty], [role=alert][tabindex]:not(:empty)";

/** Where the form says that something is wrong, in its order. */
export const faultsIn = (root: ParentNode): HTMLElement[] => [...root.querySelectorAll<HTMLElement>(faulty)];

/** Brings the first field that is wrong into view, once it is marked. */
export function focusFirstFault(root: ParentNode = document): void {
  requestAnimationFrame(() => {
    const [first] = faultsIn(root);
    // A group takes no focus itself.
    const inner = first?.tabIndex === -1 && first.querySelector<HTMLElement>("input, [role=checkbox]");
    (inner || first)?.focus();
  });
}
