-- AlterTable
ALTER TABLE "custom_fields" ADD COLUMN     "visibleToVisitor" BOOLEAN NOT NULL DEFAULT false;
