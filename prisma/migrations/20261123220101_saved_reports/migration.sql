-- CreateTable
CREATE TABLE "saved_reports" (
    "companyId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "report" TEXT NOT NULL,
    "scope" TEXT NOT NULL DEFAULT 'private',
    "query" JSONB NOT NULL,
    "schedule" JSONB,
    "dueAt" TIMESTAMPTZ(3),
    "sentAt" TIMESTAMPTZ(3),
    "error" TEXT NOT NULL DEFAULT '',
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "saved_reports_pkey" PRIMARY KEY ("companyId","id")
);

-- CreateIndex
CREATE INDEX "saved_reports_dueAt_idx" ON "saved_reports"("dueAt");

SELECT parley_lock_tenant_table('saved_reports');
