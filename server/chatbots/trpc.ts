import { assignChannels } from "#server/channels/assigning-chatbot.ts";
import { mutation, query, router } from "#server/kit/trpc/init.ts";
import { readAppearance, saveAppearance } from "./configuration/appearance.ts";
import { discardDraft, readDraft, saveDraft } from "./configuration/drafting.ts";
import { readQuestionList, saveQuestionList } from "./configuration/question-list.ts";
import { readSettings, saveSettings } from "./configuration/settings.ts";
import { listVersions, readVersion, restoreVersion } from "./configuration/versions.ts";
import { listFulfillmentCalls, readFulfillmentCall } from "./fulfillment/inspecting.ts";
import { rerunFulfillment, testFulfillment } from "./fulfillment/trying.ts";
import { readFunnel } from "./funnel.ts";
import { listChatbots } from "./listing.ts";
import { createChatbot, deleteChatbot, readChatbot, updateChatbot } from "./managing.ts";

export const chatbotsRouter = router({
  list: query(listChatbots),
  get: query(readChatbot),
  create: mutation(createChatbot),
  update: mutation(updateChatbot),
  delete: mutation(deleteChatbot),
  assignChannels: mutation(assignChannels),
  settings: query(readSettings),
  saveSettings: mutation(saveSettings),
  questionList: query(readQuestionList),
  saveQuestionList: mutation(saveQuestionList),
  draft: query(readDraft),
  saveDraft: mutation(saveDraft),
  discardDraft: mutation(discardDraft),
  versions: query(listVersions),
  version: query(readVersion),
  restoreVersion: mutation(restoreVersion),
  appearance: query(readAppearance),
  saveAppearance: mutation(saveAppearance),
  funnel: query(readFunnel),
  fulfillmentCalls: query(listFulfillmentCalls),
  fulfillmentCall: query(readFulfillmentCall),
  rerunFulfillment: mutation(rerunFulfillment),
  testFulfillment: mutation(testFulfillment),
});
