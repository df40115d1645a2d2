import { linkParts } from "./link-parts.ts";

/** Text as text; addresses in it can be followed. */
export function LinkedText({ text }: { text: string }) {
  let at = 0;
  return linkParts(text).map(({ text: part, href }) => {
    const key = at;
    at += part.length;
    if (!href) return <span key={key}>{part}</span>;
    return (
      <a
        key={key}
        href={href}
        target="_blank"
        rel="noopener noreferrer nofollow"
        referrerPolicy="no-referrer"
        className="underline underline-offset-2"
      >
        {part}
      </a>
    );
  });
}
