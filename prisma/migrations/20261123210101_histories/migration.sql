-- CreateTable
CREATE TABLE "history_imports" (
    "companyId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "source" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "settings" JSONB NOT NULL,
    "token" TEXT NOT NULL DEFAULT '',
    "dryRun" BOOLEAN NOT NULL DEFAULT false,
    "cursor" JSONB,
    "found" JSONB NOT NULL,
    "created" INTEGER NOT NULL DEFAULT 0,
    "updated" INTEGER NOT NULL DEFAULT 0,
    "skipped" INTEGER NOT NULL DEFAULT 0,
    "failed" INTEGER NOT NULL DEFAULT 0,
    "messages" INTEGER NOT NULL DEFAULT 0,
    "notes" INTEGER NOT NULL DEFAULT 0,
    "leftOut" INTEGER NOT NULL DEFAULT 0,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "error" TEXT NOT NULL DEFAULT '',
    "errorCode" TEXT NOT NULL DEFAULT '',
    "retryAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "history_imports_pkey" PRIMARY KEY ("companyId","id")
);

-- CreateTable
CREATE TABLE "history_items" (
    "companyId" UUID NOT NULL,
    "importId" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "sourceId" TEXT NOT NULL,
    "outcome" TEXT NOT NULL DEFAULT 'waiting',
    "data" JSONB,
    "ownId" UUID,
    "messages" INTEGER NOT NULL DEFAULT 0,
    "notes" INTEGER NOT NULL DEFAULT 0,
    "leftOut" INTEGER NOT NULL DEFAULT 0,
    "faults" JSONB NOT NULL DEFAULT '[]',

    CONSTRAINT "history_items_pkey" PRIMARY KEY ("companyId","importId","position")
);

-- CreateTable
CREATE TABLE "history_links" (
    "companyId" UUID NOT NULL,
    "system" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "sourceId" TEXT NOT NULL,
    "ownId" UUID NOT NULL,
    "upTo" BIGINT NOT NULL DEFAULT 0,
    "mark" TEXT NOT NULL DEFAULT '',
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "history_links_pkey" PRIMARY KEY ("companyId","system","kind","sourceId")
);

-- CreateIndex
CREATE INDEX "history_imports_companyId_createdAt_idx" ON "history_imports"("companyId", "createdAt");

-- CreateIndex
CREATE INDEX "history_items_companyId_importId_outcome_kind_position_idx" ON "history_items"("companyId", "importId", "outcome", "kind", "position");

-- CreateIndex
CREATE UNIQUE INDEX "history_items_companyId_importId_kind_sourceId_key" ON "history_items"("companyId", "importId", "kind", "sourceId");

-- CreateIndex
CREATE INDEX "history_links_companyId_ownId_idx" ON "history_links"("companyId", "ownId");

-- AddForeignKey
ALTER TABLE "history_items" ADD CONSTRAINT "history_items_companyId_importId_fkey" FOREIGN KEY ("companyId", "importId") REFERENCES "history_imports"("companyId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

SELECT parley_lock_tenant_table('history_imports');
SELECT parley_lock_tenant_table('history_items');
SELECT parley_lock_tenant_table('history_links');
