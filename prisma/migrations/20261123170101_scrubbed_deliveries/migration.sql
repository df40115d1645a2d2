-- AlterTable
ALTER TABLE "webhook_deliveries" ADD COLUMN     "scrubbedAt" TIMESTAMPTZ(3);
