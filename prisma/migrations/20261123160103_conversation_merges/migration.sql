-- AlterTable
ALTER TABLE "conversations" ADD COLUMN     "mergedIntoId" UUID;
