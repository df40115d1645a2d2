-- DropIndex
DROP INDEX "campaign_messages_companyId_campaignId_status_idx";

-- DropIndex
DROP INDEX "templates_companyId_channelId_elementName_language_key";

-- AlterTable
ALTER TABLE "campaign_messages" ADD COLUMN     "attempts" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "channelId" UUID,
ADD COLUMN     "conversationId" UUID,
ADD COLUMN     "deliveredAt" TIMESTAMPTZ(3),
ADD COLUMN     "media" JSONB,
ADD COLUMN     "name" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "nextAttemptAt" TIMESTAMPTZ(3),
ADD COLUMN     "readAt" TIMESTAMPTZ(3),
ADD COLUMN     "recipientKey" TEXT,
ADD COLUMN     "sentAt" TIMESTAMPTZ(3),
ADD COLUMN     "variables" JSONB NOT NULL DEFAULT '{}';

-- Messages that were there are of their campaign's channel, or of their template's.
UPDATE "campaign_messages" m SET "channelId" = coalesce(
  (SELECT c."channelId" FROM "campaigns" c WHERE c."companyId" = m."companyId" AND c."id" = m."campaignId"),
  (SELECT t."channelId" FROM "templates" t WHERE t."companyId" = m."companyId" AND t."id" = m."templateId"));
DELETE FROM "campaign_messages" WHERE "channelId" IS NULL;
ALTER TABLE "campaign_messages" ALTER COLUMN "channelId" SET NOT NULL;

-- AlterTable
ALTER TABLE "campaigns" ADD COLUMN     "beatAt" TIMESTAMPTZ(3),
ADD COLUMN     "finishedAt" TIMESTAMPTZ(3),
ADD COLUMN     "media" JSONB,
ADD COLUMN     "recipients" INTEGER,
ADD COLUMN     "sendRate" INTEGER NOT NULL DEFAULT 600,
ADD COLUMN     "startedAt" TIMESTAMPTZ(3),
ADD COLUMN     "stopCode" TEXT,
ADD COLUMN     "told" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "toldAt" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "contacts" ADD COLUMN     "optedOutAt" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "messages" ADD COLUMN     "template" JSONB;

-- AlterTable
ALTER TABLE "templates" ADD COLUMN     "approvedAt" TIMESTAMPTZ(3),
ADD COLUMN     "createdBy" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "deletedAt" TIMESTAMPTZ(3),
ADD COLUMN     "editedAt" TIMESTAMPTZ(3)[] DEFAULT ARRAY[]::TIMESTAMPTZ(3)[],
ADD COLUMN     "lastSentAt" TIMESTAMPTZ(3),
ADD COLUMN     "platformStatus" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "rejectionAdvice" TEXT,
ADD COLUMN     "rejectionCode" TEXT,
ADD COLUMN     "revision" INTEGER NOT NULL DEFAULT 1,
ADD COLUMN     "submittedAt" TIMESTAMPTZ(3),
ADD COLUMN     "task" TEXT NOT NULL DEFAULT '';

-- CreateTable
CREATE TABLE "company_numbers" (
    "companyId" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "last" INTEGER NOT NULL,

    CONSTRAINT "company_numbers_pkey" PRIMARY KEY ("companyId","kind")
);

-- CreateIndex
CREATE INDEX "campaign_messages_companyId_campaignId_status_number_idx" ON "campaign_messages"("companyId", "campaignId", "status", "number");

-- CreateIndex
CREATE INDEX "campaign_messages_companyId_messageId_idx" ON "campaign_messages"("companyId", "messageId");

-- CreateIndex
CREATE INDEX "campaign_messages_companyId_conversationId_idx" ON "campaign_messages"("companyId", "conversationId");

-- CreateIndex
CREATE INDEX "campaign_messages_companyId_templateId_number_idx" ON "campaign_messages"("companyId", "templateId", "number" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "campaign_messages_companyId_campaignId_recipientKey_key" ON "campaign_messages"("companyId", "campaignId", "recipientKey");

-- CreateIndex
CREATE INDEX "campaigns_companyId_status_scheduledAt_idx" ON "campaigns"("companyId", "status", "scheduledAt");

-- CreateIndex
CREATE INDEX "templates_companyId_channelId_elementName_language_idx" ON "templates"("companyId", "channelId", "elementName", "language");

-- CreateIndex
CREATE INDEX "templates_companyId_externalId_idx" ON "templates"("companyId", "externalId");


SELECT parley_lock_tenant_table('company_numbers');

-- A deleted template stays behind the campaigns that used it; its name is free again here.
CREATE UNIQUE INDEX templates_name ON templates ("companyId", "channelId", "elementName", "language") WHERE "deletedAt" IS NULL;
-- What waits to be handed to the platform, and what waits for its word.
CREATE INDEX campaign_messages_unclaimed ON campaign_messages ("companyId", "campaignId", "number") WHERE "claimedAt" IS NULL AND "status" IN ('pending', 'enqueued');
CREATE INDEX campaign_messages_unanswered ON campaign_messages ("companyId", "claimedAt") WHERE "claimedAt" IS NOT NULL AND "status" = 'enqueued';
CREATE INDEX contacts_opted_out ON contacts ("companyId", "id") WHERE "optedOutAt" IS NOT NULL;

ALTER TABLE campaign_messages ADD CONSTRAINT campaign_messages_status CHECK ("status" IN ('pending', 'enqueued', 'sent', 'delivered', 'read', 'failed', 'invalid'));
ALTER TABLE campaigns ADD CONSTRAINT campaigns_status CHECK ("status" IN ('SCHEDULED', 'SENDING', 'SENT', 'STOPPED', 'CANCELLED'));
ALTER TABLE templates ADD CONSTRAINT templates_status CHECK ("status" IN ('APPROVED', 'PENDING', 'REJECTED'));
ALTER TABLE campaign_messages SET (fillfactor = 80);
