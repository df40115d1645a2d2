-- How long a conversation may stand in a phase before its card says so: amber, then red. 0: never.
ALTER TABLE "phases" ADD COLUMN "agingDays" INTEGER NOT NULL DEFAULT 3,
ADD COLUMN "staleDays" INTEGER NOT NULL DEFAULT 7;

-- What is won or lost may rest.
UPDATE phases SET "agingDays" = 0, "staleDays" = 0 WHERE "type" <> 'progress';
