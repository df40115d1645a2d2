-- What of its message each part holds, so that what is lost after it was taken is sent again alone.
ALTER TABLE message_links ADD COLUMN "holds" JSONB;
