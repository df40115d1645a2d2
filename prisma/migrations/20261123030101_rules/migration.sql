-- W12: automation rules, what they did and when they are due.
-- CreateTable
CREATE TABLE "rules" (
    "companyId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "triggerType" TEXT NOT NULL,
    "trigger" JSONB NOT NULL,
    "conditions" JSONB NOT NULL,
    "actions" JSONB NOT NULL,
    "order" INTEGER NOT NULL,
    "mode" TEXT NOT NULL DEFAULT 'all',
    "enabled" BOOLEAN NOT NULL DEFAULT false,
    "enabledAt" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,
    "planned" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "rules_pkey" PRIMARY KEY ("companyId","id")
);

-- CreateTable
CREATE TABLE "rule_books" (
    "companyId" UUID NOT NULL,
    "seq" BIGINT NOT NULL DEFAULT 0,
    "stamp" INTEGER NOT NULL DEFAULT 0,
    "active" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "rule_books_pkey" PRIMARY KEY ("companyId")
);

-- CreateTable
CREATE TABLE "rule_runs" (
    "companyId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "ruleId" UUID NOT NULL,
    "conversationId" UUID NOT NULL,
    "cause" TEXT NOT NULL,
    "triggerType" TEXT NOT NULL,
    "eventId" UUID,
    "depth" INTEGER NOT NULL DEFAULT 1,
    "version" INTEGER NOT NULL,
    "outcome" TEXT NOT NULL,
    "why" JSONB NOT NULL,
    "actions" JSONB NOT NULL,
    "rerunOf" UUID,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "rule_runs_pkey" PRIMARY KEY ("companyId","id")
);

-- CreateTable
CREATE TABLE "rule_dues" (
    "companyId" UUID NOT NULL,
    "ruleId" UUID NOT NULL,
    "conversationId" UUID NOT NULL,
    "dueAt" TIMESTAMPTZ(3) NOT NULL,
    "anchor" TEXT NOT NULL,
    "lookedAt" TIMESTAMPTZ(3),

    CONSTRAINT "rule_dues_pkey" PRIMARY KEY ("companyId","ruleId","conversationId")
);

-- CreateIndex
CREATE INDEX "rule_runs_companyId_ruleId_id_idx" ON "rule_runs"("companyId", "ruleId", "id");

-- CreateIndex
CREATE INDEX "rule_runs_companyId_conversationId_idx" ON "rule_runs"("companyId", "conversationId");

-- CreateIndex
CREATE INDEX "rule_runs_createdAt_idx" ON "rule_runs"("createdAt");

-- CreateIndex
CREATE UNIQUE INDEX "rule_runs_companyId_cause_ruleId_key" ON "rule_runs"("companyId", "cause", "ruleId");

-- CreateIndex
CREATE INDEX "rule_dues_companyId_conversationId_idx" ON "rule_dues"("companyId", "conversationId");

-- AddForeignKey
ALTER TABLE "rule_runs" ADD CONSTRAINT "rule_runs_companyId_ruleId_fkey" FOREIGN KEY ("companyId", "ruleId") REFERENCES "rules"("companyId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rule_runs" ADD CONSTRAINT "rule_runs_companyId_conversationId_fkey" FOREIGN KEY ("companyId", "conversationId") REFERENCES "conversations"("companyId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rule_dues" ADD CONSTRAINT "rule_dues_companyId_ruleId_fkey" FOREIGN KEY ("companyId", "ruleId") REFERENCES "rules"("companyId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rule_dues" ADD CONSTRAINT "rule_dues_companyId_conversationId_fkey" FOREIGN KEY ("companyId", "conversationId") REFERENCES "conversations"("companyId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

SELECT parley_lock_tenant_table('rules');
SELECT parley_lock_tenant_table('rule_books');
SELECT parley_lock_tenant_table('rule_runs');
SELECT parley_lock_tenant_table('rule_dues');

-- W12: what is due is found by its time, whatever else is open.
CREATE INDEX rule_dues_due ON rule_dues ("dueAt") WHERE "lookedAt" IS NULL;
-- Rules that a process has to look at.
CREATE INDEX rules_enabled ON rules ("companyId", "triggerType") WHERE "enabled";
