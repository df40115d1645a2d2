-- CreateTable
CREATE TABLE "user_identities" (
    "companyId" UUID NOT NULL,
    "issuer" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "userId" UUID NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "user_identities_pkey" PRIMARY KEY ("companyId","issuer","subject")
);

-- CreateIndex
CREATE INDEX "user_identities_issuer_subject_idx" ON "user_identities"("issuer", "subject");

-- CreateIndex
CREATE INDEX "user_identities_companyId_userId_idx" ON "user_identities"("companyId", "userId");

-- AddForeignKey
ALTER TABLE "user_identities" ADD CONSTRAINT "user_identities_companyId_userId_fkey" FOREIGN KEY ("companyId", "userId") REFERENCES "users"("companyId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

SELECT parley_lock_tenant_table('user_identities');
