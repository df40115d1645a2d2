-- W11: roles that a company defines; a user may have one.
-- AlterTable
ALTER TABLE "users" ADD COLUMN     "roleId" UUID;

-- CreateTable
CREATE TABLE "roles" (
    "companyId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "nameKey" TEXT NOT NULL,
    "permissions" TEXT[],
    "readScope" TEXT NOT NULL,
    "writeScope" TEXT NOT NULL,
    "channelIds" UUID[],
    "unassigned" BOOLEAN NOT NULL DEFAULT false,
    "maskedFields" TEXT[],
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "roles_pkey" PRIMARY KEY ("companyId","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "roles_companyId_nameKey_key" ON "roles"("companyId", "nameKey");

-- CreateIndex
CREATE INDEX "users_companyId_roleId_idx" ON "users"("companyId", "roleId");

-- AddForeignKey
ALTER TABLE "users" ADD CONSTRAINT "users_companyId_roleId_fkey" FOREIGN KEY ("companyId", "roleId") REFERENCES "roles"("companyId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

SELECT parley_lock_tenant_table('roles');
