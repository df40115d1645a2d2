-- Days are added up anew, in another form: what is asked for lies together, and hours take no rows of their own.
DELETE FROM "report_days";
UPDATE "report_folds" SET "until" = NULL;

-- AlterTable
ALTER TABLE "report_days" DROP CONSTRAINT "report_days_pkey",
DROP COLUMN "hour",
ADD COLUMN     "hours" BYTEA,
ADD CONSTRAINT "report_days_pkey" PRIMARY KEY ("companyId", "tag", "metric", "day", "id");
