-- AlterTable
ALTER TABLE "integrations" ADD COLUMN     "addressHash" TEXT,
ADD COLUMN     "addressMadeAt" TIMESTAMPTZ(3),
ADD COLUMN     "addressMasks" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "addressReadAt" TIMESTAMPTZ(3);

-- CreateIndex
CREATE UNIQUE INDEX "integrations_addressHash_key" ON "integrations"("addressHash");

-- Leads, the newest first: what a spreadsheet reads again and again.
CREATE INDEX conversations_leads ON conversations ("companyId", "createdAt", "id")
  WHERE ("contactId" IS NOT NULL OR "isLead") AND NOT "imported" AND "mergedIntoId" IS NULL;
