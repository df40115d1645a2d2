import { mutation, query, router } from "#server/kit/trpc/init.ts";
import { editMessage } from "./editing.ts";
import { listFiles } from "./files/listing.ts";
import { listMessages } from "./listing.ts";
import { removeReaction, setReaction } from "./reacting.ts";
import { searchMessages } from "./search/searching.ts";
import { reply } from "./sending.ts";
import { draftTranscript, sendTranscript } from "./transcripts/sending.ts";

export const messagesRouter = router({
  list: query(listMessages),
  files: query(listFiles),
  search: query(searchMessages),
  reply: mutation(reply),
  edit: mutation(editMessage),
  react: mutation(setReaction),
  unreact: mutation(removeReaction),
  draftTranscript: query(draftTranscript),
  sendTranscript: mutation(sendTranscript),
});
