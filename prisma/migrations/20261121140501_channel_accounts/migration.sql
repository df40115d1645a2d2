-- AlterTable
ALTER TABLE "channels" ADD COLUMN     "accountId" TEXT;

-- CreateIndex
CREATE INDEX "channels_accountId_idx" ON "channels"("accountId");

