-- AlterTable
ALTER TABLE "scheduled_messages" ADD COLUMN     "held" BOOLEAN NOT NULL DEFAULT false;
