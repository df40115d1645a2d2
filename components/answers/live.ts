import { registerFold } from "#components/live/folds.ts";
import { wordsOnly } from "#components/live/words-only.ts";

/** How often an answer was used changes with every message of anybody: it is told with the event, and nothing is asked. */
registerFold({
  types: ["answer/used"],
  apply: (cache, events) => {
    const uses = new Map(events.map(({ data }) => [data?.id, Number(data?.uses)]));
    for (const cached of cache.of("answers.all"))
      cache.update<readonly { id: string; uses: number }[]>(cached, (answers) =>
        answers.map((answer) => ({ ...answer, uses: Math.max(answer.uses, uses.get(answer.id) ?? 0) })),
      );
  },
});

/** What fills an answer's variables: who may see the conversation, and whose it is, may be other than before. */
registerFold({
  types: ["conversation/row", "conversation/gone"],
  apply: (cache, events) => {
    const moved = events.filter(
      ({ type, causes }) => type === "conversation/gone" || !causes?.every((cause) => wordsOnly.has(cause)),
    );
    const about = new Set<unknown>(moved.map(({ conversationId }) => conversationId));
    cache.refresh(
      cache.of("answers.values").filter(({ input }) => about.has(input.conversationId)),
      true,
    );
  },
});
