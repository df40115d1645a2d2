import type { z } from "zod";
import { channelNames } from "#server/conversations/choices.ts";
import type { CannedResponse, Upload } from "#server/db/generated/client.ts";
import { keptFiles } from "#server/uploads/keeping.ts";
import type { uploadedFileSchema } from "#server/uploads/schema.ts";
import { uploadUrl } from "#server/uploads/storage.ts";
import { scopeOf } from "./access.ts";
import type { answerSchema } from "./schema.ts";

type Viewed = z.input<typeof answerSchema>;

/** An upload as the API shows it. */
export function viewUpload(upload: Upload): z.input<typeof uploadedFileSchema> {
  const { id, fileName, contentType, key, size, width, height, durationMs, expiresAt, voiceNote } = upload;
  const facts = { size, width, height, durationMs, expiresAt, voiceNote };
  return { id, name: fileName, type: contentType, url: uploadUrl(key), ...facts };
}

/** The answers with their files, which are looked up together. */
export async function viewAnswers(answers: readonly CannedResponse[]): Promise<Viewed[]> {
  const [first] = answers;
  const ids = answers.flatMap(({ files }) => files);
  const uploads = await keptFiles(first?.companyId ?? "", ids);
  const byId = new Map(uploads.map((upload) => [upload.id, upload]));
  return answers.map((answer) => {
    const { ownerId: _owner, companyId: _company, ...shown } = answer;
    return {
      ...shown,
      scope: scopeOf(answer),
      channels: channelNames.filter((name) => answer.channels.includes(name)),
      files: answer.files.flatMap((id) => byId.get(id) ?? []).map(viewUpload),
    };
  });
}

export async function viewAnswer(answer: CannedResponse): Promise<Viewed> {
  const [viewed] = await viewAnswers([answer]);
  if (!viewed) throw new Error("one answer gives one view");
  return viewed;
}
