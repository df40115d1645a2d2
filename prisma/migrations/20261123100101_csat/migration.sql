-- C1, C2: what is asked after a conversation closed, and what people answered.
-- CreateTable
CREATE TABLE "csat_settings" (
    "companyId" UUID NOT NULL,
    "enabled" BOOLEAN NOT NULL DEFAULT false,
    "delayMinutes" INTEGER NOT NULL DEFAULT 5,
    "everyDays" INTEGER NOT NULL DEFAULT 30,
    "scale" TEXT NOT NULL DEFAULT 'stars',
    "question" TEXT NOT NULL DEFAULT '',
    "askComment" BOOLEAN NOT NULL DEFAULT true,
    "lowTask" BOOLEAN NOT NULL DEFAULT false,
    "templates" JSONB NOT NULL DEFAULT '[]',
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "csat_settings_pkey" PRIMARY KEY ("companyId")
);

-- CreateTable
CREATE TABLE "csat_responses" (
    "companyId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "conversationId" UUID NOT NULL,
    "channelId" UUID NOT NULL,
    "agentId" UUID,
    "teamId" UUID,
    "closedAt" TIMESTAMPTZ(3) NOT NULL,
    "askAt" TIMESTAMPTZ(3) NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'due',
    "reason" TEXT NOT NULL DEFAULT '',
    "scale" TEXT NOT NULL DEFAULT 'stars',
    "language" TEXT NOT NULL DEFAULT 'en',
    "askedAt" TIMESTAMPTZ(3),
    "messageId" UUID,
    "thanksId" UUID,
    "rating" SMALLINT,
    "comment" TEXT NOT NULL DEFAULT '',
    "answeredAt" TIMESTAMPTZ(3),
    "commentUntil" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "csat_responses_pkey" PRIMARY KEY ("companyId","id")
);

-- CreateIndex
CREATE INDEX "csat_responses_companyId_conversationId_idx" ON "csat_responses"("companyId", "conversationId");

-- AddForeignKey
ALTER TABLE "csat_responses" ADD CONSTRAINT "csat_responses_companyId_conversationId_fkey" FOREIGN KEY ("companyId", "conversationId") REFERENCES "conversations"("companyId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

SELECT parley_lock_tenant_table('csat_settings');
SELECT parley_lock_tenant_table('csat_responses');

-- The leader looks here, every second, for whom to ask.
CREATE INDEX csat_due ON csat_responses ("askAt") WHERE "state" = 'due';
-- One question at a time waits for its time in a conversation.
CREATE UNIQUE INDEX csat_planned ON csat_responses ("companyId", "conversationId") WHERE "state" = 'due';
