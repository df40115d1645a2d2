-- CreateTable
CREATE TABLE "presences" (
    "companyId" UUID NOT NULL,
    "instance" UUID NOT NULL,
    "state" JSONB NOT NULL,
    "seenAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "presences_pkey" PRIMARY KEY ("companyId","instance")
);

-- CreateIndex
CREATE INDEX "presences_seenAt_idx" ON "presences"("seenAt");

SELECT parley_lock_tenant_table('presences');

-- Instances tell each other through the system's door only.
REVOKE ALL ON presences FROM parley_app;
