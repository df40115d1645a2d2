-- AlterTable
ALTER TABLE "canned_responses" ADD COLUMN     "category" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "channels" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "files" UUID[] DEFAULT ARRAY[]::UUID[],
ADD COLUMN     "ownerId" UUID,
ADD COLUMN     "title" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "uses" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "uploads" ADD COLUMN     "kept" BOOLEAN NOT NULL DEFAULT false;

-- A shortcut is unique among the company's, and among each person's own.
DROP INDEX "canned_responses_companyId_shortcut_key";
CREATE UNIQUE INDEX "canned_responses_companyId_ownerId_shortcut_key"
  ON "canned_responses"("companyId", "ownerId", "shortcut") NULLS NOT DISTINCT;
