-- AlterTable
ALTER TABLE "templates" ADD COLUMN "decided" JSONB NOT NULL DEFAULT '{}';
