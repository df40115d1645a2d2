-- CreateTable
CREATE TABLE "erasures" (
    "companyId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "contactId" UUID NOT NULL,
    "requestedBy" TEXT NOT NULL,
    "requestedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "conversations" INTEGER NOT NULL DEFAULT 0,
    "messages" INTEGER NOT NULL DEFAULT 0,
    "notes" INTEGER NOT NULL DEFAULT 0,
    "tasks" INTEGER NOT NULL DEFAULT 0,
    "files" INTEGER NOT NULL DEFAULT 0,
    "ratings" INTEGER NOT NULL DEFAULT 0,
    "events" INTEGER NOT NULL DEFAULT 0,
    "waitingFor" UUID[] DEFAULT ARRAY[]::UUID[],
    "finishedAt" TIMESTAMPTZ(3),

    CONSTRAINT "erasures_pkey" PRIMARY KEY ("companyId","id")
);

-- Few are under way at a time.
CREATE INDEX erasures_open ON erasures ("companyId") WHERE "finishedAt" IS NULL;

SELECT parley_lock_tenant_table('erasures');
