-- AlterTable
ALTER TABLE "user_sessions" ADD COLUMN     "seenAsId" UUID;

-- CreateIndex
CREATE INDEX "user_sessions_companyId_seenAsId_idx" ON "user_sessions"("companyId", "seenAsId");

-- AddForeignKey
ALTER TABLE "user_sessions" ADD CONSTRAINT "user_sessions_companyId_seenAsId_fkey" FOREIGN KEY ("companyId", "seenAsId") REFERENCES "users"("companyId", "id") ON DELETE CASCADE ON UPDATE CASCADE;
