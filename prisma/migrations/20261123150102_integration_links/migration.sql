-- P6: ids at other products, so that nobody is there twice.
-- CreateTable
CREATE TABLE "integration_links" (
    "companyId" UUID NOT NULL,
    "integrationId" UUID NOT NULL,
    "provider" TEXT NOT NULL,
    "localId" UUID NOT NULL,
    "remoteId" TEXT NOT NULL,

    CONSTRAINT "integration_links_pkey" PRIMARY KEY ("companyId","integrationId","provider","localId")
);

-- CreateIndex
CREATE INDEX "integration_links_companyId_localId_idx" ON "integration_links"("companyId", "localId");

-- AddForeignKey
ALTER TABLE "integration_links" ADD CONSTRAINT "integration_links_companyId_integrationId_fkey" FOREIGN KEY ("companyId", "integrationId") REFERENCES "integrations"("companyId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

SELECT parley_lock_tenant_table('integration_links');
