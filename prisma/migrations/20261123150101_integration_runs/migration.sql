-- P6: integrations act; what they do for a cause is a job first and a log afterwards.
-- AlterTable
ALTER TABLE "integrations" ADD COLUMN     "failingSince" TIMESTAMPTZ(3),
ADD COLUMN     "trusted" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "integration_runs" (
    "companyId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "integrationId" UUID NOT NULL,
    "conversationId" UUID,
    "contactId" UUID,
    "cause" TEXT NOT NULL,
    "about" UUID NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "dueAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "leasedBy" INTEGER,
    "reason" TEXT NOT NULL DEFAULT '',
    "message" TEXT NOT NULL DEFAULT '',
    "calls" JSONB NOT NULL DEFAULT '[]',
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finishedAt" TIMESTAMPTZ(3),

    CONSTRAINT "integration_runs_pkey" PRIMARY KEY ("companyId","id")
);

-- CreateIndex
CREATE INDEX "integration_runs_companyId_integrationId_id_idx" ON "integration_runs"("companyId", "integrationId", "id");

-- CreateIndex
CREATE INDEX "integration_runs_companyId_conversationId_idx" ON "integration_runs"("companyId", "conversationId");

-- CreateIndex
CREATE INDEX "integration_runs_companyId_contactId_idx" ON "integration_runs"("companyId", "contactId");

-- CreateIndex
CREATE INDEX "integration_runs_createdAt_idx" ON "integration_runs"("createdAt");

-- CreateIndex
CREATE UNIQUE INDEX "integration_runs_companyId_integrationId_cause_about_key" ON "integration_runs"("companyId", "integrationId", "cause", "about");

-- AddForeignKey
ALTER TABLE "integration_runs" ADD CONSTRAINT "integration_runs_companyId_integrationId_fkey" FOREIGN KEY ("companyId", "integrationId") REFERENCES "integrations"("companyId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "integration_runs" ADD CONSTRAINT "integration_runs_companyId_conversationId_fkey" FOREIGN KEY ("companyId", "conversationId") REFERENCES "conversations"("companyId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

SELECT parley_lock_tenant_table('integration_runs');

-- P6: what is due is found by its time, whatever the log holds.
CREATE INDEX integration_runs_due ON integration_runs ("companyId", "dueAt") WHERE "status" = 'pending';
