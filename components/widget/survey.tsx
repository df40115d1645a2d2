import { Star } from "lucide-react";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import type { VisitorMessage } from "#server/visitors/schema.ts";

type Asked = NonNullable<VisitorMessage["survey"]>;
export type Answer = { rating?: number; comment?: string };
type SurveyProps = { survey: Asked; onAnswer: (surveyId: string, answer: Answer) => Promise<void> };

const places = [1, 2, 3, 4, 5] as const;

/** How it was: stars or thumbs, then a comment if they like. A choice is sent at once and stands. */
export function Survey({ survey, onAnswer }: SurveyProps) {
  const t = useTranslations("widget.survey");
  const [state, setState] = useState<"idle" | "busy" | "failed">("idle");
  const [chosen, setChosen] = useState<number>();
  const send = (answer: Answer) => {
    setState("busy");
    onAnswer(survey.id, answer).then(
      () => setState("idle"),
      () => setState("failed"),
    );
  };
  const rate = (rating: number) => {
    setChosen(rating);
    send({ rating });
  };
  const shown = survey.rating ?? (state === "failed" ? undefined : chosen);
  const parts = { shown, locked: survey.rating !== null || state === "busy", onRate: rate };
  return (
    <section
      aria-label={t("label")}
      className="mt-2 grid max-w-[85%] justify-items-start gap-2 rounded-xl border border-border bg-surface-raised px-3 py-2.5"
    >
      {survey.scale === "stars" ? <StarRow {...parts} /> : <Thumbs {...parts} />}
      <p role="status" className="text-sm text-text-muted empty:hidden">
        {state === "failed" ? <span className="text-danger">{t("failed")}</span> : survey.rating ? t("thanks") : null}
      </p>
      {survey.rating !== null && survey.askComment && survey.comment === "" ? (
        <CommentForm busy={state === "busy"} onSend={(comment) => send({ comment })} />
      ) : null}
      {survey.comment ? (
        <p dir="auto" className="whitespace-pre-wrap text-sm text-text-muted [overflow-wrap:anywhere]">
          {survey.comment}
        </p>
      ) : null}
    </section>
  );
}

type ChoiceProps = { shown: number | undefined; locked: boolean; onRate: (rating: number) => void };

function StarRow({ shown = 0, locked, onRate }: ChoiceProps) {
  const t = useTranslations("widget.survey");
  return (
    <fieldset aria-label={t("label")} className="-mx-2 flex">
      {places.map((place) => (
        <button
          key={place}
          type="button"
          disabled={locked}
          aria-pressed={place === shown}
          aria-label={t("stars", { rating: place })}
          title={t("stars", { rating: place })}
          onClick={() => onRate(place)}
          className="grid size-11 place-items-center rounded-md enabled:hover:bg-text/6"
        >
          <Star
            aria-hidden
            className={`size-6 ${place <= shown ? "fill-current text-accent-line" : "text-border-strong"}`}
          />
        </button>
      ))}
    </fieldset>
  );
}

function Thumbs({ shown, locked, onRate }: ChoiceProps) {
  const t = useTranslations("widget.survey");
  const options = [
    { rating: 5, sign: "👍", word: t("up") },
    { rating: 1, sign: "👎", word: t("down") },
  ];
  return (
    <fieldset aria-label={t("label")} className="flex gap-2">
      {options.map(({ rating, sign, word }) => (
        <button
          key={rating}
          type="button"
          disabled={locked}
          aria-pressed={rating === shown}
          onClick={() => onRate(rating)}
          className="flex min-h-11 items-center gap-2 rounded-full border border-border-strong px-3.5 text-sm enabled:hover:bg-text/6 aria-pressed:border-accent-line aria-pressed:bg-accent/10"
        >
          <span aria-hidden>{sign}</span>
          {word}
        </button>
      ))}
    </fieldset>
  );
}

function CommentForm({ busy, onSend }: { busy: boolean; onSend: (comment: string) => void }) {
  const t = useTranslations("widget.survey");
  const [text, setText] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== "") onSend(text.trim());
  };
  return (
    <form onSubmit={submit} className="grid w-full gap-2">
      <textarea
        value={text}
        maxLength={2000}
        rows={2}
        dir="auto"
        aria-label={t("comment")}
        placeholder={t("comment")}
        onChange={(event) => setText(event.target.value)}
        className="w-full resize-none rounded-md border border-border-strong bg-surface px-2.5 py-1.5 text-base"
      />
      <button
        type="submit"
        disabled={busy || text.trim() === ""}
        className="min-h-11 justify-self-end rounded-md bg-accent px-4 text-accent-text text-sm disabled:opacity-50"
      >
        {t("send")}
      </button>
    </form>
  );
}
