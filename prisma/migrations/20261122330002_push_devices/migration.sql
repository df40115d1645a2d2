-- CreateTable
CREATE TABLE "push_devices" (
    "companyId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "sessionId" UUID,
    "endpointHash" TEXT NOT NULL,
    "subscription" TEXT NOT NULL,
    "device" TEXT NOT NULL DEFAULT '',
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "pushedAt" TIMESTAMPTZ(3),

    CONSTRAINT "push_devices_pkey" PRIMARY KEY ("companyId","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "push_devices_companyId_userId_endpointHash_key" ON "push_devices"("companyId", "userId", "endpointHash");

-- AddForeignKey
ALTER TABLE "push_devices" ADD CONSTRAINT "push_devices_companyId_userId_fkey" FOREIGN KEY ("companyId", "userId") REFERENCES "users"("companyId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "push_devices" ADD CONSTRAINT "push_devices_companyId_sessionId_fkey" FOREIGN KEY ("companyId", "sessionId") REFERENCES "user_sessions"("companyId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

SELECT parley_lock_tenant_table('push_devices');
