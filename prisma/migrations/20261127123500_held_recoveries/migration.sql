-- What a pause has held is told from what was asked for: it is queued where its receiver is down, but not once it is stopped.
ALTER TABLE "webhook_recoveries" ADD COLUMN     "held" BOOLEAN NOT NULL DEFAULT false;
