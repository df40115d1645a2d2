-- AlterTable
ALTER TABLE "bulk_jobs" ADD COLUMN     "done" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "failed" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "webhooks" ADD COLUMN     "heldAfterSeq" BIGINT,
ADD COLUMN     "recoveryId" UUID;

-- CreateTable
CREATE TABLE "webhook_recoveries" (
    "companyId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "webhookId" UUID NOT NULL,
    "afterSeq" BIGINT NOT NULL,
    "keptAfter" BIGINT NOT NULL,
    "total" INTEGER,
    "done" INTEGER NOT NULL DEFAULT 0,
    "failed" INTEGER NOT NULL DEFAULT 0,
    "heldUntil" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finishedAt" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_recoveries_pkey" PRIMARY KEY ("companyId","id")
);

SELECT parley_lock_tenant_table('webhook_recoveries');

-- One at a time for each webhook; processes look for those that nobody works on.
CREATE UNIQUE INDEX webhook_recoveries_open ON webhook_recoveries ("companyId", "webhookId") WHERE "finishedAt" IS NULL;
CREATE INDEX webhook_recoveries_waiting ON webhook_recoveries ("heldUntil") WHERE "finishedAt" IS NULL;
CREATE INDEX webhook_deliveries_recovering ON webhook_deliveries ("companyId", "webhookId") WHERE "status" = 'recovering';
