-- W4: who waits, how pressing it is, what is put off until when.
ALTER TABLE "conversations" ADD COLUMN "waitingSince" TIMESTAMPTZ(3),
ADD COLUMN "priority" TEXT NOT NULL DEFAULT 'none',
ADD COLUMN "snoozedUntil" TIMESTAMPTZ(3),
ADD COLUMN "snoozedBy" TEXT NOT NULL DEFAULT '',
ADD COLUMN "returnedAt" TIMESTAMPTZ(3);

ALTER TABLE "conversation_activity" ADD COLUMN "waitingSince" TIMESTAMPTZ(3),
ADD COLUMN "priority" SMALLINT NOT NULL DEFAULT 0,
ADD COLUMN "snoozedUntil" TIMESTAMPTZ(3);

-- Before the triggers know the columns: who waits now. What the bot handed over waits from the visitor's last message.
UPDATE conversations c SET "waitingSince" = CASE WHEN c."lastMessageBy" = 'visitor' THEN (
    SELECT min(m."createdAt") FROM messages m WHERE m."companyId" = c."companyId" AND m."conversationId" = c."id"
      AND m."fromType" = 'visitor' AND m."seq" > coalesce((
        SELECT max(a."seq") FROM messages a WHERE a."companyId" = c."companyId" AND a."conversationId" = c."id"
          AND a."fromType" IN ('user', 'robot')), 0))
  ELSE c."lastVisitorMessageAt" END
  WHERE c."status" <> 'closed' AND (c."lastMessageBy" = 'visitor'
    OR (c."lastMessageBy" = 'robot' AND c."chatbotState" = 'OFF' AND c."firstHumanMessageAt" IS NULL));
UPDATE conversation_activity a SET "waitingSince" = c."waitingSince" FROM conversations c
  WHERE c."companyId" = a."companyId" AND c."id" = a."conversationId" AND c."waitingSince" IS NOT NULL;

CREATE FUNCTION parley_priority(word text) RETURNS smallint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(array_position(ARRAY['low', 'normal', 'high', 'urgent'], word), 0)::smallint
$$;

CREATE OR REPLACE FUNCTION parley_activity(c conversations) RETURNS conversation_activity LANGUAGE sql IMMUTABLE AS $$
  SELECT ROW(c."companyId", c."id", greatest(c."lastMessageAt", c."returnedAt"), c."updatedAt", c."createdAt",
    c."status", c."channel", c."channelId", c."phaseId", c."assignedTo", c."preAssigned", c."persistentLastOperator",
    c."chatbotState", CASE WHEN c."firstHumanMessageAt" IS NOT NULL THEN 'human' WHEN c."botSpoke" THEN 'bot' ELSE 'none' END,
    c."contactId" IS NOT NULL AND NOT ('no_lead' = ANY (c."tags")), c."contactId" IS NOT NULL,
    c."utmSource", c."utmMedium", c."amount", c."visitorName",
    parley_span(c."createdAt", greatest(c."lastMessageAt", c."returnedAt")),
    c."waitingSince", parley_priority(c."priority"), c."snoozedUntil")::conversation_activity
$$;

CREATE OR REPLACE FUNCTION parley_conversation_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO conversation_activity SELECT (parley_activity(n.c)).* FROM (SELECT ROW(i.*)::conversations AS c FROM inserted i) n;
  INSERT INTO conversation_search SELECT (parley_conversation_search(n.c)).* FROM (SELECT ROW(i.*)::conversations AS c FROM inserted i) n;
  INSERT INTO conversation_tags ("companyId", "conversationId", "tag", "lastMessageAt")
    SELECT DISTINCT i."companyId", i."id", t, greatest(i."lastMessageAt", i."returnedAt")
    FROM inserted i CROSS JOIN LATERAL unnest(i."tags") t;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION parley_conversation_touched() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE risen timestamptz := greatest(NEW."lastMessageAt", NEW."returnedAt");
BEGIN
  UPDATE conversation_activity SET "lastMessageAt" = risen, "updatedAt" = NEW."updatedAt",
    "waitingSince" = NEW."waitingSince", "span" = parley_span(NEW."createdAt", risen)
    WHERE "companyId" = NEW."companyId" AND "conversationId" = NEW."id";
  IF cardinality(NEW."tags") > 0 AND risen IS DISTINCT FROM greatest(OLD."lastMessageAt", OLD."returnedAt") THEN
    UPDATE conversation_tags SET "lastMessageAt" = risen
      WHERE "companyId" = NEW."companyId" AND "conversationId" = NEW."id";
  END IF;
  -- The contact shows what the visitor said last.
  IF NEW."contactId" IS NOT NULL AND NEW."lastVisitorSeq" <> OLD."lastVisitorSeq" THEN
    UPDATE contacts SET "message" = NEW."lastMessage" WHERE "companyId" = NEW."companyId" AND "id" = NEW."contactId";
  END IF;
  RETURN NULL;
END $$;

DROP TRIGGER lists_touch ON conversations;
CREATE TRIGGER lists_touch AFTER UPDATE ON conversations FOR EACH ROW
WHEN (OLD."lastMessageAt" IS DISTINCT FROM NEW."lastMessageAt" OR OLD."updatedAt" IS DISTINCT FROM NEW."updatedAt"
  OR OLD."returnedAt" IS DISTINCT FROM NEW."returnedAt" OR OLD."waitingSince" IS DISTINCT FROM NEW."waitingSince")
EXECUTE FUNCTION parley_conversation_touched();

CREATE OR REPLACE FUNCTION parley_conversation_retagged() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM conversation_tags WHERE "companyId" = NEW."companyId" AND "conversationId" = NEW."id"
    AND NOT ("tag" = ANY (NEW."tags"));
  INSERT INTO conversation_tags ("companyId", "conversationId", "tag", "lastMessageAt")
    SELECT DISTINCT NEW."companyId", NEW."id", t, greatest(NEW."lastMessageAt", NEW."returnedAt") FROM unnest(NEW."tags") t
    WHERE NOT (t = ANY (OLD."tags"));
  RETURN NULL;
END $$;

CREATE FUNCTION parley_conversation_triaged() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE conversation_activity SET "priority" = parley_priority(NEW."priority"), "snoozedUntil" = NEW."snoozedUntil"
    WHERE "companyId" = NEW."companyId" AND "conversationId" = NEW."id";
  RETURN NULL;
END $$;

CREATE TRIGGER lists_triage AFTER UPDATE ON conversations FOR EACH ROW
WHEN (OLD."priority" IS DISTINCT FROM NEW."priority" OR OLD."snoozedUntil" IS DISTINCT FROM NEW."snoozedUntil")
EXECUTE FUNCTION parley_conversation_triaged();

-- What is put off waits for nobody: it is not among those that a person should take.
CREATE OR REPLACE FUNCTION parley_activity_keys(a conversation_activity) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT array_remove(ARRAY[
    'all', 'status:' || a."status", 'channel:' || a."channel", 'phase:' || a."phaseId",
    'handled:' || a."handledBy", 'day:' || to_char(a."createdAt" AT TIME ZONE 'UTC', 'YYYY-MM-DD'),
    CASE WHEN a."lead" THEN 'lead' END,
    'agent:' || a."persistentLastOperator", 'pre:' || a."preAssigned",
    CASE WHEN a."utmSource" <> '' THEN 'utms:' || a."utmSource" END,
    CASE WHEN a."utmMedium" <> '' THEN 'utmm:' || a."utmMedium" END,
    CASE WHEN a."status" <> 'closed' THEN 'open' END,
    CASE WHEN a."status" <> 'closed' THEN 'open-channel:' || a."channel" END,
    CASE WHEN a."status" <> 'closed' THEN 'open-phase:' || a."phaseId" END,
    CASE WHEN a."status" <> 'closed' THEN 'open-assigned:' || coalesce(a."assignedTo"::text, 'UNASSIGNED') END,
    CASE WHEN a."status" <> 'closed' AND a."chatbotState" = 'ON' THEN 'open-bot' END,
    CASE WHEN a."status" <> 'closed' AND a."chatbotState" = 'ON' AND a."handledBy" <> 'none' THEN 'open-held' END,
    CASE WHEN a."status" <> 'closed' AND a."assignedTo" IS NULL AND a."snoozedUntil" IS NULL
      AND NOT (a."chatbotState" = 'ON' AND a."handledBy" <> 'none') THEN 'open-waiting' END
  ], NULL)
$$;

-- Totals by what conversations have in common: any mixture of these filters is a sum of few rows
-- (conversations/list/counting.ts reads the key by its places).
CREATE FUNCTION parley_activity_facets(a conversation_activity) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT a."status" || '|' || a."channel" || '|' || a."phaseId" || '|' || coalesce(a."assignedTo"::text, '') || '|'
    || a."chatbotState" || '|' || a."handledBy" || '|' || CASE WHEN a."lead" THEN 1 ELSE 0 END || '|'
    || CASE WHEN a."waitingSince" IS NULL THEN 0 ELSE 1 END || '|' || a."priority" || '|'
    || CASE WHEN a."snoozedUntil" IS NULL THEN 0 ELSE 1 END
$$;

CREATE FUNCTION parley_activity_faceted() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE sign int := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
  INSERT INTO list_counter_deltas ("companyId", "list", "key", "count", "amount")
    SELECT r."companyId", 'facets', parley_activity_facets(ROW(r.*)::conversation_activity), sign * count(*),
      sign * coalesce(sum(r."amount"), 0) FROM changed r GROUP BY 1, 3;
  RETURN NULL;
END $$;

CREATE TRIGGER facets_insert AFTER INSERT ON conversation_activity REFERENCING NEW TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION parley_activity_faceted();
CREATE TRIGGER facets_delete AFTER DELETE ON conversation_activity REFERENCING OLD TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION parley_activity_faceted();

CREATE FUNCTION parley_activity_refaceted() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE before text := parley_activity_facets(OLD);
DECLARE after text := parley_activity_facets(NEW);
BEGIN
  INSERT INTO list_counter_deltas ("companyId", "list", "key", "count", "amount")
    SELECT NEW."companyId", 'facets', k, n, amount FROM (VALUES
      (before, -1, -coalesce(OLD."amount", 0)), (after, 1, coalesce(NEW."amount", 0))) both_sides(k, n, amount)
    WHERE before <> after OR OLD."amount" IS DISTINCT FROM NEW."amount";
  RETURN NULL;
END $$;

CREATE TRIGGER facets_update AFTER UPDATE ON conversation_activity FOR EACH ROW
WHEN (OLD."status" IS DISTINCT FROM NEW."status" OR OLD."phaseId" IS DISTINCT FROM NEW."phaseId"
  OR OLD."assignedTo" IS DISTINCT FROM NEW."assignedTo" OR OLD."chatbotState" IS DISTINCT FROM NEW."chatbotState"
  OR OLD."handledBy" IS DISTINCT FROM NEW."handledBy" OR OLD."lead" IS DISTINCT FROM NEW."lead"
  OR (OLD."waitingSince" IS NULL) IS DISTINCT FROM (NEW."waitingSince" IS NULL)
  OR OLD."priority" IS DISTINCT FROM NEW."priority"
  OR (OLD."snoozedUntil" IS NULL) IS DISTINCT FROM (NEW."snoozedUntil" IS NULL)
  OR OLD."amount" IS DISTINCT FROM NEW."amount")
EXECUTE FUNCTION parley_activity_refaceted();

DROP TRIGGER count_update ON conversation_activity;
CREATE TRIGGER count_update AFTER UPDATE ON conversation_activity FOR EACH ROW
WHEN (OLD."status" IS DISTINCT FROM NEW."status" OR OLD."phaseId" IS DISTINCT FROM NEW."phaseId"
  OR OLD."handledBy" IS DISTINCT FROM NEW."handledBy" OR OLD."lead" IS DISTINCT FROM NEW."lead"
  OR OLD."persistentLastOperator" IS DISTINCT FROM NEW."persistentLastOperator"
  OR OLD."preAssigned" IS DISTINCT FROM NEW."preAssigned" OR OLD."assignedTo" IS DISTINCT FROM NEW."assignedTo"
  OR OLD."utmSource" IS DISTINCT FROM NEW."utmSource" OR OLD."utmMedium" IS DISTINCT FROM NEW."utmMedium"
  OR OLD."chatbotState" IS DISTINCT FROM NEW."chatbotState" OR OLD."amount" IS DISTINCT FROM NEW."amount"
  OR (OLD."snoozedUntil" IS NULL) IS DISTINCT FROM (NEW."snoozedUntil" IS NULL))
EXECUTE FUNCTION parley_activity_recounted();

-- What is there already.
INSERT INTO list_counter_deltas ("companyId", "list", "key", "count", "amount")
  SELECT a."companyId", 'facets', parley_activity_facets(a), count(*), coalesce(sum(a."amount"), 0)
  FROM conversation_activity a GROUP BY 1, 3;

CREATE INDEX activity_waiting_since ON conversation_activity ("companyId", "waitingSince" DESC NULLS LAST, "conversationId" DESC);
CREATE INDEX activity_priority ON conversation_activity ("companyId", "priority" DESC, "conversationId" DESC);
CREATE INDEX activity_snoozed ON conversation_activity ("companyId", "lastMessageAt" DESC NULLS LAST, "conversationId" DESC)
  WHERE "snoozedUntil" IS NOT NULL;
-- The leader looks here, every second, for what is over.
CREATE INDEX activity_snooze_ends ON conversation_activity ("snoozedUntil") WHERE "snoozedUntil" IS NOT NULL;
