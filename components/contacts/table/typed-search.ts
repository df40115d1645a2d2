import { useCallback, useEffect, useRef, useState } from "react";

const pauseMs = 150;

/**
 * What is being typed, told once typing pauses. The address answers late, maybe after more has been typed: only what it
 * says of its own accord (a saved view, a link) replaces the text.
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
    // Nothing to wait for when the field is emptied.
    if (text === "" && told.current !== "") tell("");
  };
  return [typed, change];
}
