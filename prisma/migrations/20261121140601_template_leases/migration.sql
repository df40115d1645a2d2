-- AlterTable
ALTER TABLE "templates" ADD COLUMN     "leaseUntil" TIMESTAMPTZ(3);
