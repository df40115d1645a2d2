import type { QuestionNode } from "#server/chatbots/schema.ts";
import { arranged, freeId, freeName, type Nodes, redirected, removeOption, updateNode } from "./flow-edits.ts";
import { sameLabel } from "./flow-tree.ts";

/** Puts removed steps back. One whose number or name has been given to another since gets a new one. */
export function restoreNodes(nodes: Nodes, gone: readonly QuestionNode[]): QuestionNode[] {
  const missing = gone.filter(
    ({ id, internal_name: name }) => !nodes.some((one) => one.id === id && one.internal_name === name),
  );
  const ids = new Set(nodes.map(({ id }) => id));
  const taken = new Set(nodes.map((node) => node.internal_name));
  const names = new Map(missing.map(({ internal_name: name }) => [name, freeName(taken, name)]));
  let next = freeId([...nodes, ...missing]);
  const back = missing.map((node) => {
    const named = redirected(node, (name) => names.get(name) ?? name);
    const internal_name = names.get(node.internal_name) ?? node.internal_name;
    return { ...named, internal_name, id: ids.has(node.id) ? next++ : node.id };
  });
  return [...nodes, ...back];
}

/** Takes back what `removeOption` did to `before`; what was changed since stays as it is. */
export function restoreOption(nodes: Nodes, before: Nodes, id: number, at: number): Nodes {
  const was = before.find((node) => node.id === id);
  const now = nodes.find((node) => node.id === id);
  const option = was?.response_options[at];
  if (!was || !now || option === undefined) return nodes;
  const left = new Set(removeOption(before, id, at).map((node) => node.id));
  const gone = before
    .filter((node) => !left.has(node.id))
    .map((node) => (node.parent === was.internal_name ? { ...node, parent: now.internal_name } : node));
  const count = ({ response_options: options }: QuestionNode) => options.filter((one) => sameLabel(one, option)).length;
  // Taken back by the keyboard already.
  if (count(now) >= count(was)) return restoreNodes(nodes, gone);
  const put = (words: readonly string[], word: string) => [...words.slice(0, at), word, ...words.slice(at)];
  const known = was.autodetect.filter(
    ({ value }) => sameLabel(value, option) && !now.autodetect.some((one) => sameLabel(one.value, value)),
  );
  const translated = (language: string) =>
    Object.entries(was.translations ?? {}).find(([one]) => one === language)?.[1]?.response_options?.[at] ?? "";
  const patch = {
    response_options: put(now.response_options, option),
    ...arranged(now, (words, language) => put(words, translated(language))),
    autodetect: [...now.autodetect, ...known],
  };
  return restoreNodes(updateNode(nodes, id, patch), gone);
}
