-- The read model of the conversation lists: sort and filter columns, tags, search text and exact totals,
-- all kept by triggers so that no writer can forget them.

CREATE FUNCTION parley_fold(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
AS $$ SELECT lower(public.unaccent('public.unaccent'::regdictionary, $1)) $$;

CREATE FUNCTION parley_digits(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
AS $$ SELECT regexp_replace($1, '[^0-9]', '', 'g') $$;

CREATE FUNCTION parley_activity(c conversations) RETURNS conversation_activity LANGUAGE sql IMMUTABLE AS $$
  SELECT ROW(c."companyId", c."id", c."lastMessageAt", c."updatedAt", c."createdAt", c."status", c."channel",
    c."channelId", c."phaseId", c."assignedTo", c."preAssigned", c."persistentLastOperator", c."chatbotState",
    CASE WHEN c."firstHumanMessageAt" IS NOT NULL THEN 'human' WHEN c."botSpoke" THEN 'bot' ELSE 'none' END,
    c."contactId" IS NOT NULL AND NOT ('no_lead' = ANY (c."tags")), c."contactId" IS NOT NULL,
    c."utmSource", c."utmMedium", c."amount", c."visitorName")::conversation_activity
$$;

CREATE FUNCTION parley_conversation_search(c conversations) RETURNS conversation_search LANGUAGE sql STABLE AS $$
  SELECT ROW(c."companyId", c."id", parley_fold(c."visitorName"), lower(c."visitorEmail"), lower(c."visitorPhone"),
    parley_digits(c."visitorPhone"))::conversation_search
$$;

CREATE FUNCTION parley_conversation_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO conversation_activity SELECT (parley_activity(n.c)).* FROM (SELECT ROW(i.*)::conversations AS c FROM inserted i) n;
  INSERT INTO conversation_search SELECT (parley_conversation_search(n.c)).* FROM (SELECT ROW(i.*)::conversations AS c FROM inserted i) n;
  INSERT INTO conversation_tags ("companyId", "conversationId", "tag", "lastMessageAt")
    SELECT DISTINCT i."companyId", i."id", t, i."lastMessageAt" FROM inserted i CROSS JOIN LATERAL unnest(i."tags") t;
  RETURN NULL;
END $$;

CREATE TRIGGER lists_insert AFTER INSERT ON conversations REFERENCING NEW TABLE AS inserted
FOR EACH STATEMENT EXECUTE FUNCTION parley_conversation_inserted();

-- What a message changes, and nothing else: the hot path.
CREATE FUNCTION parley_conversation_touched() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE conversation_activity SET "lastMessageAt" = NEW."lastMessageAt", "updatedAt" = NEW."updatedAt"
    WHERE "companyId" = NEW."companyId" AND "conversationId" = NEW."id";
  IF cardinality(NEW."tags") > 0 AND NEW."lastMessageAt" IS DISTINCT FROM OLD."lastMessageAt" THEN
    UPDATE conversation_tags SET "lastMessageAt" = NEW."lastMessageAt"
      WHERE "companyId" = NEW."companyId" AND "conversationId" = NEW."id";
  END IF;
  -- The contact shows what the visitor said last.
  IF NEW."contactId" IS NOT NULL AND NEW."lastVisitorSeq" <> OLD."lastVisitorSeq" THEN
    UPDATE contacts SET "message" = NEW."lastMessage" WHERE "companyId" = NEW."companyId" AND "id" = NEW."contactId";
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER lists_touch AFTER UPDATE ON conversations FOR EACH ROW
WHEN (OLD."lastMessageAt" IS DISTINCT FROM NEW."lastMessageAt" OR OLD."updatedAt" IS DISTINCT FROM NEW."updatedAt")
EXECUTE FUNCTION parley_conversation_touched();

CREATE FUNCTION parley_conversation_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE a conversation_activity := parley_activity(NEW);
BEGIN
  UPDATE conversation_activity SET "status" = a."status", "channelId" = a."channelId", "phaseId" = a."phaseId",
    "assignedTo" = a."assignedTo", "preAssigned" = a."preAssigned", "persistentLastOperator" = a."persistentLastOperator",
    "chatbotState" = a."chatbotState", "handledBy" = a."handledBy", "lead" = a."lead", "hasContact" = a."hasContact",
    "utmSource" = a."utmSource", "utmMedium" = a."utmMedium", "amount" = a."amount", "visitorName" = a."visitorName"
    WHERE "companyId" = NEW."companyId" AND "conversationId" = NEW."id";
  RETURN NULL;
END $$;

CREATE TRIGGER lists_change AFTER UPDATE ON conversations FOR EACH ROW
WHEN (OLD."status" IS DISTINCT FROM NEW."status" OR OLD."channelId" IS DISTINCT FROM NEW."channelId"
  OR OLD."phaseId" IS DISTINCT FROM NEW."phaseId" OR OLD."assignedTo" IS DISTINCT FROM NEW."assignedTo"
  OR OLD."preAssigned" IS DISTINCT FROM NEW."preAssigned"
  OR OLD."persistentLastOperator" IS DISTINCT FROM NEW."persistentLastOperator"
  OR OLD."chatbotState" IS DISTINCT FROM NEW."chatbotState" OR OLD."botSpoke" IS DISTINCT FROM NEW."botSpoke"
  OR (OLD."firstHumanMessageAt" IS NULL) IS DISTINCT FROM (NEW."firstHumanMessageAt" IS NULL)
  OR OLD."contactId" IS DISTINCT FROM NEW."contactId" OR OLD."tags" IS DISTINCT FROM NEW."tags"
  OR OLD."utmSource" IS DISTINCT FROM NEW."utmSource" OR OLD."utmMedium" IS DISTINCT FROM NEW."utmMedium"
  OR OLD."amount" IS DISTINCT FROM NEW."amount" OR OLD."visitorName" IS DISTINCT FROM NEW."visitorName")
EXECUTE FUNCTION parley_conversation_changed();

CREATE FUNCTION parley_conversation_renamed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE s conversation_search := parley_conversation_search(NEW);
BEGIN
  UPDATE conversation_search SET "name" = s."name", "email" = s."email", "phone" = s."phone", "digits" = s."digits"
    WHERE "companyId" = NEW."companyId" AND "conversationId" = NEW."id";
  RETURN NULL;
END $$;

CREATE TRIGGER lists_rename AFTER UPDATE ON conversations FOR EACH ROW
WHEN (OLD."visitorName" IS DISTINCT FROM NEW."visitorName" OR OLD."visitorEmail" IS DISTINCT FROM NEW."visitorEmail"
  OR OLD."visitorPhone" IS DISTINCT FROM NEW."visitorPhone")
EXECUTE FUNCTION parley_conversation_renamed();

CREATE FUNCTION parley_conversation_retagged() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM conversation_tags WHERE "companyId" = NEW."companyId" AND "conversationId" = NEW."id"
    AND NOT ("tag" = ANY (NEW."tags"));
  INSERT INTO conversation_tags ("companyId", "conversationId", "tag", "lastMessageAt")
    SELECT DISTINCT NEW."companyId", NEW."id", t, NEW."lastMessageAt" FROM unnest(NEW."tags") t
    WHERE NOT (t = ANY (OLD."tags"));
  RETURN NULL;
END $$;

CREATE TRIGGER lists_retag AFTER UPDATE ON conversations FOR EACH ROW
WHEN (OLD."tags" IS DISTINCT FROM NEW."tags") EXECUTE FUNCTION parley_conversation_retagged();

CREATE FUNCTION parley_conversation_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM conversation_activity WHERE "companyId" = OLD."companyId" AND "conversationId" = OLD."id";
  DELETE FROM conversation_search WHERE "companyId" = OLD."companyId" AND "conversationId" = OLD."id";
  DELETE FROM conversation_tags WHERE "companyId" = OLD."companyId" AND "conversationId" = OLD."id";
  DELETE FROM conversation_reads WHERE "companyId" = OLD."companyId" AND "conversationId" = OLD."id";
  RETURN NULL;
END $$;

CREATE TRIGGER lists_remove AFTER DELETE ON conversations FOR EACH ROW EXECUTE FUNCTION parley_conversation_removed();

-- Exact totals: which counters a row counts in.
CREATE FUNCTION parley_activity_keys(a conversation_activity) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
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
    CASE WHEN a."status" <> 'closed' AND a."chatbotState" = 'ON' THEN 'open-bot' END
  ], NULL)
$$;

CREATE FUNCTION parley_activity_counted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO list_counter_deltas ("companyId", "list", "key", "count", "amount")
      SELECT n."companyId", 'conversations', k, count(*), coalesce(sum(n."amount"), 0)
      FROM changed n CROSS JOIN LATERAL unnest(parley_activity_keys(ROW(n.*)::conversation_activity)) k GROUP BY 1, 3;
  ELSE
    INSERT INTO list_counter_deltas ("companyId", "list", "key", "count", "amount")
      SELECT o."companyId", 'conversations', k, -count(*), -coalesce(sum(o."amount"), 0)
      FROM changed o CROSS JOIN LATERAL unnest(parley_activity_keys(ROW(o.*)::conversation_activity)) k GROUP BY 1, 3;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER count_insert AFTER INSERT ON conversation_activity REFERENCING NEW TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION parley_activity_counted();
CREATE TRIGGER count_delete AFTER DELETE ON conversation_activity REFERENCING OLD TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION parley_activity_counted();

CREATE FUNCTION parley_activity_recounted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_counter_deltas ("companyId", "list", "key", "count", "amount")
    SELECT NEW."companyId", 'conversations', k, sum(n), sum(amount) FROM (
      SELECT k, 1 AS n, coalesce(NEW."amount", 0) AS amount FROM unnest(parley_activity_keys(NEW)) k
      UNION ALL
      SELECT k, -1, -coalesce(OLD."amount", 0) FROM unnest(parley_activity_keys(OLD)) k
    ) both_sides GROUP BY k HAVING sum(n) <> 0 OR sum(amount) <> 0;
  RETURN NULL;
END $$;

CREATE TRIGGER count_update AFTER UPDATE ON conversation_activity FOR EACH ROW
WHEN (OLD."status" IS DISTINCT FROM NEW."status" OR OLD."phaseId" IS DISTINCT FROM NEW."phaseId"
  OR OLD."handledBy" IS DISTINCT FROM NEW."handledBy" OR OLD."lead" IS DISTINCT FROM NEW."lead"
  OR OLD."persistentLastOperator" IS DISTINCT FROM NEW."persistentLastOperator"
  OR OLD."preAssigned" IS DISTINCT FROM NEW."preAssigned" OR OLD."assignedTo" IS DISTINCT FROM NEW."assignedTo"
  OR OLD."utmSource" IS DISTINCT FROM NEW."utmSource" OR OLD."utmMedium" IS DISTINCT FROM NEW."utmMedium"
  OR OLD."chatbotState" IS DISTINCT FROM NEW."chatbotState" OR OLD."amount" IS DISTINCT FROM NEW."amount")
EXECUTE FUNCTION parley_activity_recounted();

CREATE FUNCTION parley_tags_counted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_counter_deltas ("companyId", "list", "key", "count")
    SELECT "companyId", 'conversations', 'tag:' || "tag", count(*) * CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END
    FROM changed GROUP BY "companyId", "tag";
  RETURN NULL;
END $$;

CREATE TRIGGER count_insert AFTER INSERT ON conversation_tags REFERENCING NEW TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION parley_tags_counted();
CREATE TRIGGER count_delete AFTER DELETE ON conversation_tags REFERENCING OLD TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION parley_tags_counted();

-- One index per order and per single filter in the default order; every one begins with the company.
CREATE INDEX activity_last ON conversation_activity ("companyId", "lastMessageAt" DESC NULLS LAST, "conversationId" DESC);
CREATE INDEX activity_updated ON conversation_activity ("companyId", "updatedAt" DESC, "conversationId" DESC);
CREATE INDEX activity_created ON conversation_activity ("companyId", "createdAt" DESC, "conversationId" DESC);
CREATE INDEX activity_amount ON conversation_activity ("companyId", "amount" DESC NULLS LAST, "conversationId" DESC);
CREATE INDEX activity_name ON conversation_activity ("companyId", "visitorName", "conversationId");
CREATE INDEX activity_status ON conversation_activity ("companyId", "status", "lastMessageAt" DESC NULLS LAST, "conversationId" DESC);
CREATE INDEX activity_channel ON conversation_activity ("companyId", "channel", "lastMessageAt" DESC NULLS LAST, "conversationId" DESC);
CREATE INDEX activity_phase ON conversation_activity ("companyId", "phaseId", "lastMessageAt" DESC NULLS LAST, "conversationId" DESC);
CREATE INDEX activity_handled ON conversation_activity ("companyId", "handledBy", "lastMessageAt" DESC NULLS LAST, "conversationId" DESC);
CREATE INDEX activity_lead ON conversation_activity ("companyId", "lastMessageAt" DESC NULLS LAST, "conversationId" DESC) WHERE "lead";
CREATE INDEX activity_agent ON conversation_activity ("companyId", "persistentLastOperator", "lastMessageAt" DESC NULLS LAST, "conversationId" DESC) WHERE "persistentLastOperator" IS NOT NULL;
CREATE INDEX activity_pre ON conversation_activity ("companyId", "preAssigned", "lastMessageAt" DESC NULLS LAST, "conversationId" DESC) WHERE "preAssigned" IS NOT NULL;
CREATE INDEX activity_assigned ON conversation_activity ("companyId", "assignedTo", "lastMessageAt" DESC NULLS LAST, "conversationId" DESC) WHERE "status" <> 'closed';
CREATE INDEX activity_bot ON conversation_activity ("companyId", "lastMessageAt" DESC NULLS LAST, "conversationId" DESC) WHERE "status" <> 'closed' AND "chatbotState" = 'ON';
CREATE INDEX activity_assigned_all ON conversation_activity ("companyId", "assignedTo") WHERE "assignedTo" IS NOT NULL;
CREATE INDEX activity_open ON conversation_activity ("companyId", "lastMessageAt" DESC NULLS LAST, "conversationId" DESC) WHERE "status" <> 'closed';
CREATE INDEX activity_utms ON conversation_activity ("companyId", "utmSource", "lastMessageAt" DESC NULLS LAST, "conversationId" DESC) WHERE "utmSource" <> '';
CREATE INDEX activity_utmm ON conversation_activity ("companyId", "utmMedium", "lastMessageAt" DESC NULLS LAST, "conversationId" DESC) WHERE "utmMedium" <> '';
CREATE INDEX tags_last ON conversation_tags ("companyId", "tag", "lastMessageAt" DESC NULLS LAST, "conversationId" DESC);
CREATE INDEX tags_of ON conversation_tags ("companyId", "conversationId");

CREATE INDEX conversation_search_name ON conversation_search USING gin ("companyId", "name" gin_trgm_ops);
CREATE INDEX conversation_search_email ON conversation_search USING gin ("companyId", "email" gin_trgm_ops);
CREATE INDEX conversation_search_digits ON conversation_search USING gin ("companyId", "digits" gin_trgm_ops);
CREATE INDEX conversation_search_name_prefix ON conversation_search ("companyId", "name" text_pattern_ops);
CREATE INDEX messages_text ON messages USING gin ("companyId", parley_fold("text") gin_trgm_ops) WHERE "type" <> 'command';
