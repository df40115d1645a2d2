-- CreateTable
CREATE TABLE "scheduled_messages" (
    "companyId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "conversationId" UUID NOT NULL,
    "sendAt" TIMESTAMPTZ(3) NOT NULL,
    "draft" JSONB NOT NULL,
    "text" TEXT NOT NULL,
    "from" TEXT NOT NULL,
    "userId" UUID NOT NULL,
    "userName" TEXT NOT NULL,
    "cancelIf" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "afterSeq" INTEGER NOT NULL DEFAULT 0,
    "error" TEXT NOT NULL DEFAULT '',
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "scheduled_messages_pkey" PRIMARY KEY ("companyId","id")
);

-- CreateIndex
CREATE INDEX "scheduled_messages_companyId_conversationId_idx" ON "scheduled_messages"("companyId", "conversationId");

-- AddForeignKey
ALTER TABLE "scheduled_messages" ADD CONSTRAINT "scheduled_messages_companyId_conversationId_fkey" FOREIGN KEY ("companyId", "conversationId") REFERENCES "conversations"("companyId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

SELECT parley_lock_tenant_table('scheduled_messages');

-- What waits for its time, the next first: looked at every second.
CREATE INDEX scheduled_messages_due ON scheduled_messages ("sendAt", "companyId") WHERE "error" = '';
