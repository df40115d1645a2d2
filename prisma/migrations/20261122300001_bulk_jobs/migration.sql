-- AlterTable
ALTER TABLE "events" ADD COLUMN     "via" TEXT NOT NULL DEFAULT '';

-- The application writes events column by column, but for those that only the relay gives.
GRANT INSERT ("via") ON events TO parley_app;

-- CreateTable
CREATE TABLE "bulk_jobs" (
    "companyId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'queued',
    "actorType" TEXT NOT NULL,
    "actorId" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "actions" JSONB NOT NULL,
    "total" INTEGER NOT NULL DEFAULT 0,
    "undoOf" UUID,
    "movedAt" TIMESTAMPTZ(3) NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "startedAt" TIMESTAMPTZ(3),
    "finishedAt" TIMESTAMPTZ(3),

    CONSTRAINT "bulk_jobs_pkey" PRIMARY KEY ("companyId","id")
);

-- CreateTable
CREATE TABLE "bulk_rows" (
    "companyId" UUID NOT NULL,
    "jobId" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "conversationId" TEXT NOT NULL,
    "outcome" TEXT NOT NULL DEFAULT 'waiting',
    "status" INTEGER,
    "actions" JSONB NOT NULL DEFAULT '[]',
    "was" JSONB,
    "left" JSONB,

    CONSTRAINT "bulk_rows_pkey" PRIMARY KEY ("companyId","jobId","position")
);

-- The leader looks for those that wait.
CREATE INDEX bulk_jobs_open ON bulk_jobs ("movedAt") WHERE "finishedAt" IS NULL;

-- CreateIndex
CREATE UNIQUE INDEX "bulk_jobs_companyId_undoOf_key" ON "bulk_jobs"("companyId", "undoOf");

-- CreateIndex
CREATE INDEX "bulk_rows_companyId_jobId_outcome_position_idx" ON "bulk_rows"("companyId", "jobId", "outcome", "position");

-- AddForeignKey
ALTER TABLE "bulk_rows" ADD CONSTRAINT "bulk_rows_companyId_jobId_fkey" FOREIGN KEY ("companyId", "jobId") REFERENCES "bulk_jobs"("companyId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

SELECT parley_lock_tenant_table('bulk_jobs');
SELECT parley_lock_tenant_table('bulk_rows');
