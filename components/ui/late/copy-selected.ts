/** As by Ctrl+C: what is selected goes to the clipboard, on every page and only while a press is being answered. */
export function copySelected(text: string): boolean {
  const holder = document.createElement("span");
  holder.textContent = text;
  holder.style.cssText = "position:fixed;top:0;opacity:0;white-space:pre;user-select:text;-webkit-user-select:text";
  const tell = (event: ClipboardEvent) => {
    event.clipboardData?.setData("text/plain", text);
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const selection = window.getSelection();
  const before = selection?.rangeCount ? selection.getRangeAt(0) : undefined;
  document.body.append(holder);
  document.addEventListener("copy", tell, true);
  try {
    selection?.removeAllRanges();
    selection?.selectAllChildren(holder);
    return document.execCommand("copy");
  } finally {
    document.removeEventListener("copy", tell, true);
    holder.remove();
    selection?.removeAllRanges();
    if (before) selection?.addRange(before);
  }
}
