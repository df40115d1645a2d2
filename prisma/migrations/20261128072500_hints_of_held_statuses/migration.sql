-- A failure that comes before its message is known keeps what helps against it.

ALTER TABLE "held_statuses" ADD COLUMN "action" TEXT;
