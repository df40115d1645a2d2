-- AlterTable
ALTER TABLE "fulfillment_calls" ADD COLUMN     "after" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "before" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "error" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "nodeName" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "notes" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN     "responseBytes" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "seq" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "source" TEXT NOT NULL DEFAULT 'global',
ADD COLUMN     "won" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "fulfillment_waits" (
    "companyId" UUID NOT NULL,
    "conversationId" UUID NOT NULL,
    "chatbotId" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "calls" JSONB NOT NULL,
    "request" JSONB NOT NULL,
    "startedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "fulfillment_waits_pkey" PRIMARY KEY ("companyId","conversationId")
);

-- CreateIndex
CREATE INDEX "fulfillment_waits_startedAt_idx" ON "fulfillment_waits"("startedAt");

-- CreateIndex
CREATE INDEX "fulfillment_waits_companyId_chatbotId_idx" ON "fulfillment_waits"("companyId", "chatbotId");

-- CreateIndex
CREATE INDEX "fulfillment_calls_companyId_conversationId_idx" ON "fulfillment_calls"("companyId", "conversationId");

-- AddForeignKey
ALTER TABLE "fulfillment_calls" ADD CONSTRAINT "fulfillment_calls_companyId_conversationId_fkey" FOREIGN KEY ("companyId", "conversationId") REFERENCES "conversations"("companyId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "fulfillment_waits" ADD CONSTRAINT "fulfillment_waits_companyId_chatbotId_fkey" FOREIGN KEY ("companyId", "chatbotId") REFERENCES "chatbots"("companyId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "fulfillment_waits" ADD CONSTRAINT "fulfillment_waits_companyId_conversationId_fkey" FOREIGN KEY ("companyId", "conversationId") REFERENCES "conversations"("companyId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

SELECT parley_lock_tenant_table('fulfillment_waits');
