-- AlterTable
ALTER TABLE "campaign_messages" ADD COLUMN     "aliveAt" TIMESTAMPTZ(3),
ADD COLUMN     "sendError" TEXT,
ADD COLUMN     "sendState" TEXT;

-- What is on its way in this moment: a handful of rows, looked at every few seconds.
CREATE INDEX campaign_messages_claimed ON campaign_messages ("companyId", "aliveAt") WHERE "sendState" IN ('claimed', 'sending');
