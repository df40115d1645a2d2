const csv = "text/csv;charset=utf-8";

/** Gives a file that was made in the browser to the person, who keeps it where their browser keeps files. */
export function saveFile(pieces: string[], name: string, type = csv): void {
  const url = URL.createObjectURL(new Blob(pieces, { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
