type Other = { id: string; lastMessage: string };

/** Which of them hold the words. What is chosen stays in view, whatever is searched for: the button acts on it. */
export function foundOthers<One extends Other>(others: readonly One[], search: string, chosen: string | undefined) {
  const words = search.trim().toLowerCase();
  const fits = ({ lastMessage }: One) => lastMessage.toLowerCase().includes(words);
  return { shown: others.filter((one) => one.id === chosen || fits(one)), none: !others.some(fits) };
}
