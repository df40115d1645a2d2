-- AlterTable
ALTER TABLE "report_days" ADD COLUMN     "hourSums" BYTEA,
ADD COLUMN     "openHourSums" BYTEA;

-- All days are added up anew, by the hour.
UPDATE "report_folds" SET "until" = NULL;
