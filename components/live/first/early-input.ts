type Field = HTMLInputElement | HTMLTextAreaElement;

/** Sets the text as a hand would: a field that React leads keeps its own account of what it was set to. */
function setText(field: Field, text: string): void {
  const { prototype } = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
  Reflect.set(prototype, "value", text, field);
}

function tell(field: Field): void {
  const { value, selectionStart, selectionEnd } = field;
  // What React believes is in it.
  field.value = field.defaultValue;
  setText(field, value);
  if (field === document.activeElement && selectionStart !== null)
    field.setSelectionRange(selectionStart, selectionEnd);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

/**
 * A form that came with its page can be written in before its scripts run: the fields hold it, and their form is told
 * here, once it lives.
 */
export function tellEarlyInput(): void {
  for (const field of document.querySelectorAll<Field>("#content :is(input, textarea)"))
    if (field.value !== field.defaultValue && !/^(?:checkbox|radio|file)$/.test(field.type)) tell(field);
}
