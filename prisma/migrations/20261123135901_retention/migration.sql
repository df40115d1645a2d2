-- CreateTable
CREATE TABLE "retention_rules" (
    "companyId" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "days" INTEGER NOT NULL,
    "removed" BIGINT NOT NULL DEFAULT 0,
    "removedAt" TIMESTAMPTZ(3),
    "reachedId" UUID,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "retention_rules_pkey" PRIMARY KEY ("companyId","kind")
);

-- CreateTable
CREATE TABLE "legal_holds" (
    "companyId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "contactId" UUID,
    "conversationId" UUID,
    "reason" TEXT NOT NULL,
    "createdBy" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "releasedAt" TIMESTAMPTZ(3),
    "releasedBy" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "legal_holds_pkey" PRIMARY KEY ("companyId","id")
);

CREATE INDEX legal_holds_active ON legal_holds ("companyId") WHERE "releasedAt" IS NULL;

SELECT parley_lock_tenant_table('retention_rules');
SELECT parley_lock_tenant_table('legal_holds');
