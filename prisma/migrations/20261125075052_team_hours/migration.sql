-- AlterTable
ALTER TABLE "assignment_policies" ADD COLUMN     "withinHours" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "teams" ADD COLUMN     "calendarId" UUID;

-- AddForeignKey
ALTER TABLE "teams" ADD CONSTRAINT "teams_companyId_calendarId_fkey" FOREIGN KEY ("companyId", "calendarId") REFERENCES "calendars"("companyId", "id") ON DELETE NO ACTION ON UPDATE CASCADE;
