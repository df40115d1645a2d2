-- AlterTable
ALTER TABLE "message_links" ADD COLUMN     "fetchAt" TIMESTAMPTZ(3),
ADD COLUMN     "fetches" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "missing" JSONB;

-- Few messages ever wait for their files.
CREATE INDEX message_links_fetch ON message_links ("fetchAt") WHERE "fetchAt" IS NOT NULL;
