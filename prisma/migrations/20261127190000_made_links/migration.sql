-- AlterTable
ALTER TABLE "integration_links" ADD COLUMN     "made" BOOLEAN NOT NULL DEFAULT false;
