import type { ReactNode } from "react";

type Mark = { sign: string; wrap: (inner: ReactNode) => ReactNode };

const marks: readonly Mark[] = [
  { sign: "```", wrap: (inner) => <code className="font-mono">{inner}</code> },
  { sign: "*", wrap: (inner) => <strong className="font-semibold">{inner}</strong> },
  { sign: "_", wrap: (inner) => <em>{inner}</em> },
  { sign: "~", wrap: (inner) => <s>{inner}</s> },
];

/* Signs count where words begin and end, as on the phone. */
const pattern =
  /(```)([\s\S]+?)```|(?<![\w*])(\*)(?=\S)([^*\n]*?\S)\*(?![\w*])|(?<!\w)(_)(?=\S)([^_\n]*?\S)_(?!\w)|(?<!\w)(~)(?=\S)([^~\n]*?\S)~(?!\w)/;

/** A text as the messenger draws it: *bold*, _italic_, ~struck~ and ```fixed```. */
export function FormattedText({ text }: { text: string }): ReactNode {
  const found = pattern.exec(text);
  if (!found) return text;
  const [whole, ...groups] = found;
  const at = groups.findIndex((group) => group !== undefined);
  const mark = marks.find(({ sign }) => sign === groups[at]);
  const inner = groups[at + 1] ?? "";
  if (!mark) return text;
  return (
    <>
      {text.slice(0, found.index)}
      {mark.wrap(mark.sign === "```" ? inner : <FormattedText text={inner} />)}
      <FormattedText text={text.slice(found.index + whole.length)} />
    </>
  );
}
