import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { useWays } from "#components/frame/reaching/use-reaching.tsx";
import { useLive } from "#components/live/live-provider.tsx";
import { useToast } from "#components/ui/toast.tsx";
import type { Capabilities } from "#server/channels/capabilities-schema.ts";
import { keepParts, readParts, writeDraft } from "../composer/draft-store.ts";
import type { ReadyFile } from "../composer/use-composer-handle.ts";
import { type FileDraft, FileUploads, type Taking, useFileUploads } from "../files/file-uploads.ts";
import { useRefusalWords } from "../files/use-refusal-words.ts";

/** Only these can be sent without the file itself. */
const readyOnes = (drafts: readonly FileDraft[]) =>
  drafts.flatMap(({ state, kind, name, url, voice }) => (state === "ready" ? [{ kind, name, url, voice }] : []));

/** The replies whose files are on their way: with the page they would be lost. */
const busy = new Set<ReplyFiles>();
const warn = (event: BeforeUnloadEvent) => event.preventDefault();

function warnFor(reply: ReplyFiles, uploading: boolean): void {
  if (uploading) busy.add(reply);
  else busy.delete(reply);
  if (busy.size > 0) window.addEventListener("beforeunload", warn);
  else window.removeEventListener("beforeunload", warn);
}

/** What is done for a reply that one has left, and what is said of it. */
export type Leaving = {
  /** Send was pressed: it goes once its files are there. */
  send?: ((files: readonly ReadyFile[]) => void) | undefined;
  onFailed: (name: string) => void;
};

/** The files of one conversation's reply, whether its composer stands open or not. */
export class ReplyFiles {
  readonly files: FileUploads;
  readonly taking: Taking;
  private left: Leaving | undefined;
  private failed = new Set<string>();
  private awaited = false;
  private readonly keep: (drafts: readonly FileDraft[]) => void;

  constructor(userId: string, conversationId: string, taking: Taking) {
    this.taking = taking;
    this.files = new FileUploads(taking);
    this.keep = (drafts) => keepParts(userId, conversationId, { files: readyOnes(drafts) });
    const { files = [] } = readParts(userId, conversationId);
    if (files.length > 0) this.files.restore(files);
    this.files.subscribe(() => this.look());
  }

  get idle(): boolean {
    return this.left !== undefined && this.files.all().length === 0;
  }

  /** Nobody looks at it, and it does not go by itself. */
  get waitsUnseen(): boolean {
    return this.left !== undefined && !this.awaited;
  }

  /** Whether Send was pressed before one left it, and it has not gone yet. */
  open(): boolean {
    const { awaited } = this;
    this.left = undefined;
    this.awaited = false;
    return awaited;
  }

  leave(left: Leaving): void {
    this.left = left;
    this.awaited = left.send !== undefined;
    this.failed = new Set(this.files.all().flatMap(({ id, state }) => (state === "failed" ? id : [])));
  }

  private look(): void {
    const drafts = this.files.all();
    this.keep(drafts);
    warnFor(
      this,
      drafts.some(({ state }) => state === "uploading"),
    );
    if (!this.left) return;
    for (const { id, state, name } of drafts) {
      if (state !== "failed") this.failed.delete(id);
      else if (!this.failed.has(id)) {
        this.failed.add(id);
        // A file that failed is looked at first.
        this.awaited = false;
        this.left.onFailed(name);
      }
    }
    if (!this.awaited || drafts.length === 0 || drafts.some(({ state }) => state !== "ready")) return;
    this.awaited = false;
    this.left.send?.(readyOnes(drafts));
    this.files.clear();
  }
}

const known = new Map<string, ReplyFiles>();

/** For as long as there is something of it: what is on its way, or failed, is shown to whoever comes back. */
export function filesOf(userId: string, conversationId: string, taking: Taking): ReplyFiles {
  for (const [key, { idle }] of known) if (idle) known.delete(key);
  const key = `${userId} ${conversationId}`;
  const one = known.get(key) ?? new ReplyFiles(userId, conversationId, taking);
  // The server draws for everybody.
  if (typeof window !== "undefined") known.set(key, one);
  return one;
}

/** The files of a reply that was begun in a conversation which has gone into another go there. */
export function carryReplyFiles(userId: string, from: string, to: string): void {
  const given = known.get(`${userId} ${from}`);
  if (!given) return;
  const { stored, others } = given.files.handOver();
  if (stored.length + others.length === 0) return;
  const { files } = filesOf(userId, to, given.taking);
  if (stored.length > 0) files.restore(stored);
  for (const { file, voice } of others) files.add([file], { voice });
}

type Kept = { conversationId: string; visitorName: string; able: Capabilities };

/** The files of a reply that has not been sent: those that were left here are there again. */
export function useKeptFiles({ conversationId, visitorName, able }: Kept) {
  const t = useTranslations("messages.files");
  const { user } = useLive();
  const toast = useToast();
  const { go } = useWays();
  const onRefused = useRefusalWords();
  const [reply] = useState(() => filesOf(user.id, conversationId, { able, onRefused }));
  const [wasAwaited, setWasAwaited] = useState(false);
  const uploads = useFileUploads(reply.files);
  useEffect(() => reply.files.takenBy({ able, onRefused }), [reply, able, onRefused]);
  useEffect(() => {
    known.set(`${user.id} ${conversationId}`, reply);
    setWasAwaited(reply.open());
  }, [reply, user.id, conversationId]);
  const back = { undo: () => go(`/inbox/${conversationId}`), undoLabel: t("goBack") };
  return {
    uploads,
    wasAwaited,
    /** A voice note: one that was still being recorded as one left stands here too. */
    addVoice: (file: File) => {
      uploads.add([file], { voice: true });
      if (reply.waitsUnseen) toast.info(t("recordingKept", { visitor: visitorName }), back);
    },
    /** Called as the composer goes. `send` is there where Send was pressed and files are still on their way. */
    leave: (send: ((files: readonly ReadyFile[]) => void) | undefined) => {
      const goes = (files: readonly ReadyFile[]) => {
        writeDraft(user.id, conversationId, "reply", "");
        send?.(files);
      };
      const onFailed = (name: string) => toast.error(t("failedElsewhere", { name, visitor: visitorName }), back);
      reply.leave({ send: send && goes, onFailed });
    },
  };
}
