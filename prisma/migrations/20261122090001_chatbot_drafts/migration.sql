-- CreateTable
CREATE TABLE "chatbot_drafts" (
    "companyId" UUID NOT NULL,
    "chatbotId" UUID NOT NULL,
    "revision" INTEGER NOT NULL,
    "base" INTEGER NOT NULL,
    "nodes" JSONB NOT NULL,
    "authorId" TEXT NOT NULL,
    "author" TEXT NOT NULL,
    "savedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "chatbot_drafts_pkey" PRIMARY KEY ("companyId","chatbotId")
);

-- AddForeignKey
ALTER TABLE "chatbot_drafts" ADD CONSTRAINT "chatbot_drafts_companyId_chatbotId_fkey" FOREIGN KEY ("companyId", "chatbotId") REFERENCES "chatbots"("companyId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

SELECT parley_lock_tenant_table('chatbot_drafts');

-- A draft is kept every few seconds while somebody types: no deed of the log.
DROP INDEX events_audited;

CREATE INDEX events_audited ON events ("companyId", "id")
  WHERE "type" NOT IN ('conversation/message', 'conversation/read', 'conversation/changed', 'message/changed',
    'message/command', 'contact/changed', 'chatbot/called', 'chatbot/draft', 'template/sync', 'campaign/run');
