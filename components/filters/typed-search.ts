import { useCallback, useEffect, useRef, useState } from "react";

const pauseMs = 150;

/**
 * The text being typed, reported once typing pauses. The address follows late, perhaps after more has been typed: it
 * replaces the text only when it changes on its own (a saved view, a link).
 */
export function useTypedSearch(value: string, onSearch: (text: string) => void): [string, (text: string) => void] {
  const [typed, setTyped] = useState(value);
  const told = useRef(value);
  const awaited = useRef(new Set<string>());
  const latest = useRef(onSearch);
  useEffect(() => {
    latest.current = onSearch;
  });
  const tell = useCallback((text: string) => {
    told.current = text;
    awaited.current.add(text);
    latest.current(text);
  }, []);
  useEffect(() => {
    if (awaited.current.has(value)) {
      if (value === told.current) awaited.current.clear();
      return;
    }
    told.current = value;
    setTyped(value);
  }, [value]);
  useEffect(() => {
    const text = typed.trim();
    if (text === told.current) return;
    const timer = setTimeout(() => tell(text), pauseMs);
    return () => clearTimeout(timer);
  }, [typed, tell]);
  const change = (text: string) => {
    setTyped(text);
    // An emptied field is reported at once.
    if (text === "" && told.current !== "") tell("");
  };
  return [typed, change];
}
