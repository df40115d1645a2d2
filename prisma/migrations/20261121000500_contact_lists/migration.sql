-- The read model of the contact lists: search text, links and exact totals, all kept by triggers so that no writer can
-- forget them. A message changes contacts."message" only: no index or trigger here knows that column.

CREATE TABLE "contact_links" (
    "companyId" UUID NOT NULL,
    "contactId" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "uses" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "contact_links_pkey" PRIMARY KEY ("companyId","contactId","key")
);
SELECT parley_lock_tenant_table('contact_links');

-- Which counters a contact counts in.
CREATE FUNCTION parley_contact_keys(c contacts) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT array_remove(ARRAY[
    'all', 'status:' || c."status", 'site:' || c."channelId", 'entry:' || c."entryMethod", 'rating:' || c."rating",
    CASE WHEN c."subStatus" <> '' THEN 'sub:' || c."subStatus" END,
    'assigned:' || coalesce(c."assignedTo"::text, 'UNASSIGNED'),
    'day:' || to_char(c."createdAt" AT TIME ZONE 'UTC', 'YYYY-MM-DD'),
    'updated:' || to_char(c."updatedAt" AT TIME ZONE 'UTC', 'YYYY-MM-DD')
  ], NULL)
$$;

CREATE FUNCTION parley_contact_search(c contacts) RETURNS contact_search LANGUAGE sql STABLE AS $$
  SELECT ROW(c."companyId", c."id", parley_fold(c."name"), lower(c."email"), lower(c."phone"),
    btrim(parley_digits(c."phone") || ' ' || parley_digits(c."internationalPhoneNumber")))::contact_search
$$;

CREATE FUNCTION parley_contact_holder(c contacts) RETURNS text LANGUAGE sql IMMUTABLE
AS $$ SELECT 'seen:' || coalesce(c."assignedTo"::text, 'UNASSIGNED') $$;

CREATE FUNCTION parley_contact_link_keys(c contacts) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT parley_contact_holder(c) || ARRAY(SELECT DISTINCT 'phone:' || p FROM unnest(c."phoneKeys") p)
$$;

-- What a conversation gives its contact.
CREATE FUNCTION parley_conversation_link_keys(c conversations) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT ('seen:' || coalesce(c."assignedTo"::text, 'UNASSIGNED')) || ARRAY(SELECT DISTINCT 'tag:' || t FROM unnest(c."tags") t)
$$;

-- Keys in order, so that two writers of one contact do not wait for each other in a ring.
CREATE FUNCTION parley_link_contact(company uuid, contact uuid, keys text[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO contact_links AS l ("companyId", "contactId", "key", "uses")
    SELECT company, contact, k, 1 FROM unnest(keys) k ORDER BY k
    ON CONFLICT ("companyId", "contactId", "key") DO UPDATE SET "uses" = l."uses" + 1
$$;

CREATE FUNCTION parley_unlink_contact(company uuid, contact uuid, keys text[]) RETURNS void LANGUAGE sql AS $$
  UPDATE contact_links SET "uses" = "uses" - 1
    WHERE "companyId" = company AND "contactId" = contact AND "key" = ANY (keys);
  DELETE FROM contact_links
    WHERE "companyId" = company AND "contactId" = contact AND "key" = ANY (keys) AND "uses" <= 0
$$;

CREATE FUNCTION parley_contact_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO contact_search SELECT (parley_contact_search(n.c)).* FROM (SELECT ROW(i.*)::contacts AS c FROM inserted i) n;
  INSERT INTO contact_links ("companyId", "contactId", "key")
    SELECT (n.c)."companyId", (n.c)."id", k FROM (SELECT ROW(i.*)::contacts AS c FROM inserted i) n
    CROSS JOIN LATERAL unnest(parley_contact_link_keys(n.c)) k;
  INSERT INTO list_counter_deltas ("companyId", "list", "key", "count")
    SELECT (n.c)."companyId", 'contacts', k, count(*) FROM (SELECT ROW(i.*)::contacts AS c FROM inserted i) n
    CROSS JOIN LATERAL unnest(parley_contact_keys(n.c)) k GROUP BY 1, 3;
  RETURN NULL;
END $$;

CREATE TRIGGER lists_insert AFTER INSERT ON contacts REFERENCING NEW TABLE AS inserted
FOR EACH STATEMENT EXECUTE FUNCTION parley_contact_inserted();

CREATE FUNCTION parley_contact_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM contact_search s USING removed r WHERE s."companyId" = r."companyId" AND s."contactId" = r."id";
  DELETE FROM contact_links l USING removed r WHERE l."companyId" = r."companyId" AND l."contactId" = r."id";
  INSERT INTO list_counter_deltas ("companyId", "list", "key", "count")
    SELECT (n.c)."companyId", 'contacts', k, -count(*) FROM (SELECT ROW(r.*)::contacts AS c FROM removed r) n
    CROSS JOIN LATERAL unnest(parley_contact_keys(n.c)) k GROUP BY 1, 3;
  RETURN NULL;
END $$;

CREATE TRIGGER lists_remove AFTER DELETE ON contacts REFERENCING OLD TABLE AS removed
FOR EACH STATEMENT EXECUTE FUNCTION parley_contact_removed();

CREATE FUNCTION parley_contact_renamed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE s contact_search := parley_contact_search(NEW);
BEGIN
  UPDATE contact_search SET "name" = s."name", "email" = s."email", "phone" = s."phone", "digits" = s."digits"
    WHERE "companyId" = NEW."companyId" AND "contactId" = NEW."id";
  RETURN NULL;
END $$;

CREATE TRIGGER lists_rename AFTER UPDATE ON contacts FOR EACH ROW
WHEN (OLD."name" IS DISTINCT FROM NEW."name" OR OLD."email" IS DISTINCT FROM NEW."email"
  OR OLD."phone" IS DISTINCT FROM NEW."phone"
  OR OLD."internationalPhoneNumber" IS DISTINCT FROM NEW."internationalPhoneNumber")
EXECUTE FUNCTION parley_contact_renamed();

CREATE FUNCTION parley_contact_relinked() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before text[] := parley_contact_link_keys(OLD);
  after text[] := parley_contact_link_keys(NEW);
BEGIN
  PERFORM parley_link_contact(NEW."companyId", NEW."id", ARRAY(SELECT unnest(after) EXCEPT SELECT unnest(before)));
  PERFORM parley_unlink_contact(NEW."companyId", NEW."id", ARRAY(SELECT unnest(before) EXCEPT SELECT unnest(after)));
  RETURN NULL;
END $$;

CREATE TRIGGER lists_relink AFTER UPDATE ON contacts FOR EACH ROW
WHEN (OLD."assignedTo" IS DISTINCT FROM NEW."assignedTo" OR OLD."phoneKeys" IS DISTINCT FROM NEW."phoneKeys")
EXECUTE FUNCTION parley_contact_relinked();

CREATE FUNCTION parley_contact_recounted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_counter_deltas ("companyId", "list", "key", "count")
    SELECT NEW."companyId", 'contacts', k, sum(n) FROM (
      SELECT k, 1 AS n FROM unnest(parley_contact_keys(NEW)) k
      UNION ALL
      SELECT k, -1 FROM unnest(parley_contact_keys(OLD)) k
    ) both_sides GROUP BY k HAVING sum(n) <> 0;
  RETURN NULL;
END $$;

CREATE TRIGGER lists_count AFTER UPDATE ON contacts FOR EACH ROW
WHEN (OLD."status" IS DISTINCT FROM NEW."status" OR OLD."subStatus" IS DISTINCT FROM NEW."subStatus"
  OR OLD."channelId" IS DISTINCT FROM NEW."channelId" OR OLD."entryMethod" IS DISTINCT FROM NEW."entryMethod"
  OR OLD."rating" IS DISTINCT FROM NEW."rating" OR OLD."assignedTo" IS DISTINCT FROM NEW."assignedTo"
  OR OLD."createdAt" IS DISTINCT FROM NEW."createdAt" OR OLD."updatedAt" IS DISTINCT FROM NEW."updatedAt")
EXECUTE FUNCTION parley_contact_recounted();

-- A contact's conversations: who holds them, and their tags.
CREATE FUNCTION parley_conversation_linked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO contact_links AS l ("companyId", "contactId", "key", "uses")
    SELECT (n.c)."companyId", (n.c)."contactId", k, count(*)
    FROM (SELECT ROW(i.*)::conversations AS c FROM inserted i WHERE i."contactId" IS NOT NULL) n
    CROSS JOIN LATERAL unnest(parley_conversation_link_keys(n.c)) k GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT ("companyId", "contactId", "key") DO UPDATE SET "uses" = l."uses" + excluded."uses";
  RETURN NULL;
END $$;

CREATE TRIGGER contact_links_insert AFTER INSERT ON conversations REFERENCING NEW TABLE AS inserted
FOR EACH STATEMENT EXECUTE FUNCTION parley_conversation_linked();

CREATE FUNCTION parley_conversation_relinked() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before text[] := '{}';
  after text[] := '{}';
  same boolean := OLD."contactId" IS NOT DISTINCT FROM NEW."contactId";
BEGIN
  IF OLD."contactId" IS NOT NULL THEN before := parley_conversation_link_keys(OLD); END IF;
  IF NEW."contactId" IS NOT NULL THEN after := parley_conversation_link_keys(NEW); END IF;
  PERFORM parley_link_contact(NEW."companyId", NEW."contactId",
    CASE WHEN same THEN ARRAY(SELECT unnest(after) EXCEPT SELECT unnest(before)) ELSE after END);
  PERFORM parley_unlink_contact(OLD."companyId", OLD."contactId",
    CASE WHEN same THEN ARRAY(SELECT unnest(before) EXCEPT SELECT unnest(after)) ELSE before END);
  RETURN NULL;
END $$;

CREATE TRIGGER contact_links_change AFTER UPDATE ON conversations FOR EACH ROW
WHEN ((OLD."contactId" IS NOT NULL OR NEW."contactId" IS NOT NULL)
  AND (OLD."contactId" IS DISTINCT FROM NEW."contactId" OR OLD."assignedTo" IS DISTINCT FROM NEW."assignedTo"
    OR OLD."tags" IS DISTINCT FROM NEW."tags"))
EXECUTE FUNCTION parley_conversation_relinked();

CREATE FUNCTION parley_conversation_unlinked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM parley_unlink_contact(OLD."companyId", OLD."contactId", parley_conversation_link_keys(OLD));
  RETURN NULL;
END $$;

CREATE TRIGGER contact_links_remove AFTER DELETE ON conversations FOR EACH ROW
WHEN (OLD."contactId" IS NOT NULL) EXECUTE FUNCTION parley_conversation_unlinked();

-- Exact totals of "seen by" and "has a conversation tagged".
CREATE FUNCTION parley_links_counted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_counter_deltas ("companyId", "list", "key", "count")
    SELECT "companyId", 'contacts', "key", count(*) * CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END
    FROM changed WHERE "key" NOT LIKE 'phone:%' GROUP BY "companyId", "key";
  RETURN NULL;
END $$;

CREATE TRIGGER count_insert AFTER INSERT ON contact_links REFERENCING NEW TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION parley_links_counted();
CREATE TRIGGER count_delete AFTER DELETE ON contact_links REFERENCING OLD TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION parley_links_counted();

-- LIKE and similarity are not leakproof, so under row level security no index serves them. This runs as the role that
-- is past it and holds every row to the connection's own company itself. A NULL pattern matches nothing.
CREATE FUNCTION parley_find_contacts(names text, emails text, phones text, digits text, alike text)
RETURNS SETOF uuid LANGUAGE plpgsql STABLE ROWS 200
SECURITY DEFINER SET search_path = public, pg_temp SET pg_trgm.similarity_threshold = 0.3 AS $$
DECLARE
  wanted text[] := ARRAY[]::text[];
BEGIN
  IF names IS NOT NULL THEN wanted := wanted || 's."name" LIKE $2'::text; END IF;
  IF emails IS NOT NULL THEN wanted := wanted || 's."email" LIKE $3'::text; END IF;
  IF phones IS NOT NULL THEN wanted := wanted || 's."phone" LIKE $4'::text; END IF;
  IF digits IS NOT NULL THEN wanted := wanted || 's."digits" LIKE $5'::text; END IF;
  IF alike IS NOT NULL THEN wanted := wanted || 's."name" % $6'::text; END IF;
  IF cardinality(wanted) = 0 OR parley_company() IS NULL THEN RETURN; END IF;
  RETURN QUERY EXECUTE 'SELECT s."contactId" FROM contact_search s WHERE s."companyId" = $1 AND ('
    || array_to_string(wanted, ' OR ') || ')'
    USING parley_company(), names, emails, phones, digits, alike;
END $$;

GRANT CREATE ON SCHEMA public TO parley_system;
ALTER FUNCTION parley_find_contacts(text, text, text, text, text) OWNER TO parley_system;
REVOKE CREATE ON SCHEMA public FROM parley_system;
REVOKE ALL ON FUNCTION parley_find_contacts(text, text, text, text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION parley_find_contacts(text, text, text, text, text) TO parley_app;

-- An id tells when it was made. Rows whose createdAt says otherwise (imports) are found by an index of their own, so that
-- a list in the order of ids can be held to a range of dates.
CREATE FUNCTION parley_misdated(id uuid, created timestamptz) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT abs(extract(epoch FROM created) * 1000 - ('x' || substr(replace(id::text, '-', ''), 1, 12))::bit(48)::bigint) > 60000
$$;

CREATE INDEX contacts_misdated ON contacts ("companyId", "id") WHERE parley_misdated("id", "createdAt");

-- One index per order and per single filter in the order of ids; every one begins with the company.
CREATE INDEX contacts_created ON contacts ("companyId", "createdAt", "id");
CREATE INDEX contacts_updated ON contacts ("companyId", "updatedAt", "id");
CREATE INDEX contacts_email ON contacts ("companyId", "emailKey", "id");
CREATE INDEX contacts_of_status ON contacts ("companyId", "status", "id");
CREATE INDEX contacts_of_rating ON contacts ("companyId", "rating", "id");
CREATE INDEX contacts_of_channel ON contacts ("companyId", "channelId", "id");
CREATE INDEX contacts_of_entry ON contacts ("companyId", "entryMethod", "id");
CREATE INDEX contacts_of_assignee ON contacts ("companyId", "assignedTo", "id");
CREATE INDEX contacts_of_sub_status ON contacts ("companyId", "subStatus", "id") WHERE "subStatus" <> '';
CREATE INDEX contact_links_of_key ON contact_links ("companyId", "key", "contactId");
CREATE INDEX contact_search_names ON contact_search ("companyId", "name", "contactId");
CREATE INDEX contact_search_words ON contact_search USING gin ("companyId", "name" gin_trgm_ops, "email" gin_trgm_ops,
  "phone" gin_trgm_ops, "digits" gin_trgm_ops);

-- A visitor's message rewrites its contact in place: leave room on the page.
ALTER TABLE contacts SET (fillfactor = 85);
