ALTER TABLE "uploads" ADD COLUMN "durationMs" INTEGER, ADD COLUMN "voiceNote" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "expiresAt" TIMESTAMPTZ(3);
ALTER TABLE "plans" ADD COLUMN "storageLimit" BIGINT;

-- What waits for a message and has an end: swept by it.
CREATE INDEX uploads_expiring ON uploads ("companyId", "expiresAt") WHERE "conversationId" IS NULL AND "expiresAt" IS NOT NULL;

-- How many files a company keeps and their bytes, exact without counting them.
CREATE FUNCTION parley_uploads_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_counter_deltas ("companyId", "list", "key", "count", "amount")
    SELECT "companyId", 'uploads', 'all', count(*), sum("size") FROM changed GROUP BY 1;
  RETURN NULL;
END $$;
CREATE TRIGGER count_insert AFTER INSERT ON uploads REFERENCING NEW TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION parley_uploads_inserted();

CREATE FUNCTION parley_uploads_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_counter_deltas ("companyId", "list", "key", "count", "amount")
    SELECT "companyId", 'uploads', 'all', -count(*), -sum("size") FROM changed GROUP BY 1;
  RETURN NULL;
END $$;
CREATE TRIGGER count_delete AFTER DELETE ON uploads REFERENCING OLD TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION parley_uploads_removed();

INSERT INTO list_counter_deltas ("companyId", "list", "key", "count", "amount")
  SELECT "companyId", 'uploads', 'all', count(*), sum("size") FROM uploads GROUP BY 1;
