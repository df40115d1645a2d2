-- Deleted channels stay behind their conversations; nothing reaches them any more.
ALTER TABLE "channels" ADD COLUMN "deletedAt" TIMESTAMPTZ(3);
