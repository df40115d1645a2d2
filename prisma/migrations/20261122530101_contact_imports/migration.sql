-- CreateTable
CREATE TABLE "contact_imports" (
    "companyId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "fileName" TEXT NOT NULL,
    "columns" JSONB NOT NULL,
    "fields" JSONB NOT NULL,
    "options" JSONB NOT NULL,
    "created" INTEGER NOT NULL DEFAULT 0,
    "updated" INTEGER NOT NULL DEFAULT 0,
    "skipped" INTEGER NOT NULL DEFAULT 0,
    "failed" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "contact_imports_pkey" PRIMARY KEY ("companyId","id")
);

-- CreateTable
CREATE TABLE "contact_import_rows" (
    "companyId" UUID NOT NULL,
    "importId" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "outcome" TEXT NOT NULL DEFAULT 'waiting',
    "cells" JSONB,
    "contactId" UUID,
    "faults" JSONB NOT NULL DEFAULT '[]',

    CONSTRAINT "contact_import_rows_pkey" PRIMARY KEY ("companyId","importId","position")
);

-- CreateIndex
CREATE INDEX "contact_import_rows_companyId_importId_outcome_position_idx" ON "contact_import_rows"("companyId", "importId", "outcome", "position");

-- AddForeignKey
ALTER TABLE "contact_import_rows" ADD CONSTRAINT "contact_import_rows_companyId_importId_fkey" FOREIGN KEY ("companyId", "importId") REFERENCES "contact_imports"("companyId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

SELECT parley_lock_tenant_table('contact_imports');
SELECT parley_lock_tenant_table('contact_import_rows');
