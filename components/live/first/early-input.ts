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

/* Other kinds of fields write what they are given in their own way, which nobody has typed. */
const typed = /^(?:text|search|email|tel|url|number|password|textarea)$/;

/**
 * A form that came with its page can be written in before its scripts run: the fields hold it, and their form is told
 * here, once it lives.
 */
export function tellEarlyInput(): void {
  for (const field of document.querySelectorAll<Field>("#content :is(input, textarea)"))
    if (typed.test(field.type) && field.value !== field.defaultValue) tell(field);
}
