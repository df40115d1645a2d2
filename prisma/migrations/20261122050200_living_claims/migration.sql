-- AlterTable
ALTER TABLE "message_sends" ADD COLUMN     "aliveAt" TIMESTAMPTZ(3);
