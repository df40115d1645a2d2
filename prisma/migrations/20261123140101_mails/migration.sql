-- CreateTable
CREATE TABLE "mails" (
    "companyId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "cause" TEXT NOT NULL,
    "recipient" TEXT NOT NULL,
    "content" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'waiting',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "error" TEXT NOT NULL DEFAULT '',
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "dueAt" TIMESTAMPTZ(3),
    "expiresAt" TIMESTAMPTZ(3),
    "sentAt" TIMESTAMPTZ(3),

    CONSTRAINT "mails_pkey" PRIMARY KEY ("companyId","id")
);

-- CreateIndex
CREATE INDEX "mails_dueAt_idx" ON "mails"("dueAt");

-- CreateIndex
CREATE INDEX "mails_createdAt_idx" ON "mails"("createdAt");

-- CreateIndex
CREATE UNIQUE INDEX "mails_companyId_cause_key" ON "mails"("companyId", "cause");

SELECT parley_lock_tenant_table('mails');
