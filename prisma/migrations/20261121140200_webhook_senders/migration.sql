-- AlterTable
ALTER TABLE "webhook_senders" ADD COLUMN     "deadSince" TIMESTAMPTZ(3);
