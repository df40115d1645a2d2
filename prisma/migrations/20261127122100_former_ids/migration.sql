-- AlterTable
ALTER TABLE "contact_merges" ADD COLUMN "externalId" TEXT NOT NULL DEFAULT '';

UPDATE "contact_merges" SET "externalId" = coalesce("loser"->>'externalId', '');

-- CreateIndex
CREATE INDEX "contact_merges_companyId_externalId_idx" ON "contact_merges"("companyId", "externalId");
