-- S1: when the company's people are there.
-- CreateTable
CREATE TABLE "calendars" (
    "companyId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "nameKey" TEXT NOT NULL,
    "timeZone" TEXT NOT NULL,
    "hours" JSONB NOT NULL,
    "holidays" JSONB NOT NULL DEFAULT '[]',
    "isDefault" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "calendars_pkey" PRIMARY KEY ("companyId","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "calendars_companyId_nameKey_key" ON "calendars"("companyId", "nameKey");

SELECT parley_lock_tenant_table('calendars');

-- One at most serves where nothing names another.
CREATE UNIQUE INDEX calendars_default ON calendars ("companyId") WHERE "isDefault";
