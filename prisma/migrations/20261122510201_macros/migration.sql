-- AlterTable
ALTER TABLE "bulk_jobs" ADD COLUMN     "macroId" UUID;

-- CreateTable
CREATE TABLE "macros" (
    "companyId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "ownerId" UUID,
    "name" TEXT NOT NULL,
    "actions" JSONB NOT NULL,
    "key" TEXT NOT NULL DEFAULT '',
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "macros_pkey" PRIMARY KEY ("companyId","id")
);

SELECT parley_lock_tenant_table('macros');
