import { useEffect, useRef, useState } from "react";

function hasFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes("Files") ?? false;
}

/** Files without the folders among them, which a browser hands over as files that cannot be read. */
function filesOf({ items, files }: DataTransfer): File[] {
  const entries = [...items].filter(({ kind }) => kind === "file");
  return [...files].filter((_, index) => !entries[index]?.webkitGetAsEntry?.()?.isDirectory);
}

/** Files dropped anywhere on the page; `over` while they hang above it. */
export function useDropTarget(take: (files: File[]) => void): { over: boolean } {
  const [over, setOver] = useState(false);
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    const hover = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      if (!hasFiles(event) || !event.dataTransfer) return;
      event.preventDefault();
      setOver(false);
      latest.current(filesOf(event.dataTransfer));
    };
    document.addEventListener("dragover", hover);
    document.addEventListener("dragleave", leave);
    document.addEventListener("drop", drop);
    return () => {
      document.removeEventListener("dragover", hover);
      document.removeEventListener("dragleave", leave);
      document.removeEventListener("drop", drop);
    };
  }, []);
  return { over };
}
