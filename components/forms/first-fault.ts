/** Brings the first field that is wrong into view, once it is marked. */
export function focusFirstFault(root: ParentNode = document): void {
  requestAnimationFrame(() => {
    const field = root.querySelector<HTMLElement>("[aria-invalid=true], [data-faulty] [role=checkbox]");
    field?.focus();
  });
}
