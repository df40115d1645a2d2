-- W6: how conversations are given out, who is here, and why somebody was chosen.
-- CreateTable
CREATE TABLE "assignment_policies" (
    "companyId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "teamId" UUID,
    "channelId" UUID,
    "method" TEXT NOT NULL,
    "order" TEXT NOT NULL,
    "perPerson" INTEGER,
    "perTeam" INTEGER,
    "onlyAvailable" BOOLEAN NOT NULL DEFAULT true,
    "sticky" BOOLEAN NOT NULL DEFAULT true,
    "fallbackTeamId" UUID,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "assignment_policies_pkey" PRIMARY KEY ("companyId","id")
);

-- CreateTable
CREATE TABLE "agent_states" (
    "companyId" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "online" BOOLEAN NOT NULL DEFAULT false,
    "seenAt" TIMESTAMPTZ(3),
    "lastAssignedAt" TIMESTAMPTZ(3),

    CONSTRAINT "agent_states_pkey" PRIMARY KEY ("companyId","userId")
);

-- CreateTable
CREATE TABLE "assignment_decisions" (
    "companyId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "conversationId" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "policyId" UUID NOT NULL,
    "teamId" UUID,
    "reason" TEXT NOT NULL,
    "eligible" JSONB NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "assignment_decisions_pkey" PRIMARY KEY ("companyId","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "assignment_policies_companyId_teamId_key" ON "assignment_policies"("companyId", "teamId");

-- CreateIndex
CREATE UNIQUE INDEX "assignment_policies_companyId_channelId_key" ON "assignment_policies"("companyId", "channelId");

-- CreateIndex
CREATE INDEX "assignment_decisions_companyId_conversationId_idx" ON "assignment_decisions"("companyId", "conversationId");

-- CreateIndex
CREATE INDEX "assignment_decisions_createdAt_idx" ON "assignment_decisions"("createdAt");

-- AddForeignKey
ALTER TABLE "assignment_policies" ADD CONSTRAINT "assignment_policies_companyId_teamId_fkey" FOREIGN KEY ("companyId", "teamId") REFERENCES "teams"("companyId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "assignment_policies" ADD CONSTRAINT "assignment_policies_companyId_channelId_fkey" FOREIGN KEY ("companyId", "channelId") REFERENCES "channels"("companyId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "assignment_policies" ADD CONSTRAINT "assignment_policies_companyId_fallbackTeamId_fkey" FOREIGN KEY ("companyId", "fallbackTeamId") REFERENCES "teams"("companyId", "id") ON DELETE NO ACTION ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "agent_states" ADD CONSTRAINT "agent_states_companyId_userId_fkey" FOREIGN KEY ("companyId", "userId") REFERENCES "users"("companyId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "assignment_decisions" ADD CONSTRAINT "assignment_decisions_companyId_conversationId_fkey" FOREIGN KEY ("companyId", "conversationId") REFERENCES "conversations"("companyId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

SELECT parley_lock_tenant_table('assignment_policies');
SELECT parley_lock_tenant_table('agent_states');
SELECT parley_lock_tenant_table('assignment_decisions');

ALTER TABLE "assignment_policies" ADD CONSTRAINT assignment_policies_of_one
  CHECK (("teamId" IS NULL) <> ("channelId" IS NULL));

-- What nobody holds, by team and by channel: looked at every second.
CREATE INDEX activity_queue ON conversation_activity ("companyId", "teamId", "channelId")
  WHERE "assignedTo" IS NULL AND "status" <> 'closed' AND "snoozedUntil" IS NULL;
