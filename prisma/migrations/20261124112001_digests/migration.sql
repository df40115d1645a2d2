-- AlterTable
ALTER TABLE "notification_preferences" ADD COLUMN     "digestDueAt" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "notification_preferences_digestDueAt_idx" ON "notification_preferences"("digestDueAt");
