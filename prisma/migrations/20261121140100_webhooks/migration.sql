-- DropForeignKey
ALTER TABLE "webhook_attempts" DROP CONSTRAINT "webhook_attempts_companyId_deliveryId_fkey";

-- DropIndex
DROP INDEX "webhook_deliveries_companyId_webhookId_eventId_key";

-- DropIndex
DROP INDEX "webhook_deliveries_status_dueAt_idx";

-- AlterTable
ALTER TABLE "webhook_attempts" ADD COLUMN     "requestHeaders" TEXT NOT NULL DEFAULT '{}',
ALTER COLUMN "payload" DROP NOT NULL;

-- AlterTable
ALTER TABLE "webhook_deliveries" DROP COLUMN "leasedUntil",
ADD COLUMN     "attemptsBefore" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "contactId" UUID,
ADD COLUMN     "conversationId" UUID,
ADD COLUMN     "leasedBy" INTEGER;

-- AlterTable
ALTER TABLE "webhooks" DROP COLUMN "consecutiveFailures",
ADD COLUMN     "deletedAt" TIMESTAMPTZ(3),
ALTER COLUMN "customHeaders" SET DEFAULT '',
ALTER COLUMN "customHeaders" SET DATA TYPE TEXT;

-- CreateTable
CREATE TABLE "webhook_health" (
    "companyId" UUID NOT NULL,
    "webhookId" UUID NOT NULL,
    "consecutiveFailures" INTEGER NOT NULL DEFAULT 0,
    "lastSuccessAt" TIMESTAMPTZ(3),
    "lastFailureAt" TIMESTAMPTZ(3),
    "lastFailureReason" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "webhook_health_pkey" PRIMARY KEY ("companyId","webhookId")
);

-- CreateTable
CREATE TABLE "webhook_hours" (
    "companyId" UUID NOT NULL,
    "webhookId" UUID NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "successes" INTEGER NOT NULL DEFAULT 0,
    "failures" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "webhook_hours_pkey" PRIMARY KEY ("companyId","webhookId","hour")
);

-- CreateTable
CREATE TABLE "webhook_cursor" (
    "id" INTEGER NOT NULL,
    "position" BIGINT NOT NULL,

    CONSTRAINT "webhook_cursor_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_senders" (
    "id" INTEGER NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_senders_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "webhook_hours_hour_idx" ON "webhook_hours"("hour");

-- CreateIndex
CREATE INDEX "webhook_deliveries_createdAt_idx" ON "webhook_deliveries"("createdAt");

UPDATE webhooks SET "customHeaders" = '' WHERE "customHeaders" = '{}';

SELECT parley_lock_tenant_table('webhook_health');
SELECT parley_lock_tenant_table('webhook_hours');

-- The queue by webhook: a hung endpoint's backlog is never walked to find the others' work.
CREATE INDEX webhook_deliveries_queue ON webhook_deliveries ("companyId", "webhookId", "dueAt") WHERE "status" = 'pending';
CREATE INDEX webhook_deliveries_failed ON webhook_deliveries ("companyId", "webhookId", "createdAt") WHERE "status" = 'failed';
CREATE INDEX webhook_attempts_of_delivery ON webhook_attempts ("companyId", "deliveryId") WHERE "deliveryId" IS NOT NULL;
CREATE INDEX webhooks_deleted ON webhooks ("companyId", "id") WHERE "deletedAt" IS NOT NULL;

ALTER TABLE webhook_deliveries SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000);

-- Events that came before webhooks are nobody's.
INSERT INTO webhook_cursor ("id", "position")
  SELECT 1, coalesce(max("position"), 0) FROM event_positions WHERE "companyId" = '00000000-0000-0000-0000-000000000000';
