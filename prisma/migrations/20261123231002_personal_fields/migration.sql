-- AlterTable
ALTER TABLE "custom_fields" ADD COLUMN "personalData" BOOLEAN NOT NULL DEFAULT false;
