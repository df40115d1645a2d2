-- CreateTable
CREATE TABLE "contact_merges" (
    "companyId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "winnerId" UUID NOT NULL,
    "loserId" UUID NOT NULL,
    "loser" JSONB NOT NULL,
    "before" JSONB NOT NULL,
    "after" JSONB NOT NULL,
    "moved" JSONB NOT NULL,
    "emailKey" TEXT NOT NULL DEFAULT '',
    "userId" TEXT NOT NULL DEFAULT '',
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "undoneAt" TIMESTAMPTZ(3),

    CONSTRAINT "contact_merges_pkey" PRIMARY KEY ("companyId","id")
);

-- CreateIndex
CREATE INDEX "contact_merges_companyId_winnerId_idx" ON "contact_merges"("companyId", "winnerId");

-- CreateIndex
CREATE INDEX "contact_merges_companyId_loserId_idx" ON "contact_merges"("companyId", "loserId");

-- CreateIndex
CREATE INDEX "contact_merges_companyId_emailKey_idx" ON "contact_merges"("companyId", "emailKey");

SELECT parley_lock_tenant_table('contact_merges');

-- What was only said, or came in by itself, is no merge of two contacts by somebody.
UPDATE events SET "type" = 'contact/matched' WHERE "type" = 'contact/merged';
