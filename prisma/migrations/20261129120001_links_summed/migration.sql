-- A contact's conversations become another's, or nobody's: their links in one sum. Row by row each would write the same
-- few links once more, and walk over all that the transaction wrote of them before.
CREATE OR REPLACE FUNCTION parley_conversation_relinked() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before text[] := '{}';
  after text[] := '{}';
  same boolean := OLD."contactId" IS NOT DISTINCT FROM NEW."contactId";
BEGIN
  -- Whoever hands many over sums them itself.
  IF current_setting('parley.links', true) = 'summed' THEN RETURN NULL; END IF;
  IF OLD."contactId" IS NOT NULL THEN before := parley_conversation_link_keys(OLD); END IF;
  IF NEW."contactId" IS NOT NULL THEN after := parley_conversation_link_keys(NEW); END IF;
  PERFORM parley_link_contact(NEW."companyId", NEW."contactId",
    CASE WHEN same THEN ARRAY(SELECT unnest(after) EXCEPT SELECT unnest(before)) ELSE after END);
  PERFORM parley_unlink_contact(OLD."companyId", OLD."contactId",
    CASE WHEN same THEN ARRAY(SELECT unnest(before) EXCEPT SELECT unnest(after)) ELSE before END);
  RETURN NULL;
END $$;

-- Those of `former`, all or those named, go to `heir`, or to nobody; answers whose each was.
CREATE FUNCTION parley_hand_conversations(company uuid, former uuid[], heir uuid, named uuid[], at timestamptz)
RETURNS TABLE ("id" uuid, "channelId" uuid, "updatedAt" timestamptz, "contactId" uuid)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  held uuid[] := ARRAY(SELECT "id" FROM conversations WHERE "companyId" = company AND "contactId" = ANY (former)
    AND (named IS NULL OR "id" IN (SELECT unnest(named))) ORDER BY "id" FOR UPDATE);
  sums jsonb := (SELECT coalesce(jsonb_agg(s), '[]') FROM (
    SELECT c."contactId" AS contact, k AS key, count(*) AS uses
    FROM unnest(held) h JOIN conversations c ON c."companyId" = company AND c."id" = h
    CROSS JOIN LATERAL unnest(parley_conversation_link_keys(c)) k GROUP BY 1, 2) s);
BEGIN
  -- Not by SET of the function: only a superuser may write that.
  PERFORM set_config('parley.links', 'summed', true);
  RETURN QUERY WITH theirs AS MATERIALIZED (
    SELECT c."id", c."contactId" FROM unnest(held) h JOIN conversations c ON c."companyId" = company AND c."id" = h
  ) UPDATE conversations c SET "contactId" = heir, "updatedAt" = greatest(at, c."updatedAt" + interval '1 millisecond'),
      "contactLink" = CASE WHEN heir IS NULL AND c."contactLink" IN ('claimed', 'confirmed') THEN 'own'
        ELSE c."contactLink" END
    FROM theirs t WHERE c."companyId" = company AND c."id" = t."id"
    RETURNING c."id", c."channelId", c."updatedAt"::timestamptz, t."contactId";
  PERFORM set_config('parley.links', '', true);
  IF heir IS NOT NULL THEN
    INSERT INTO contact_links AS l ("companyId", "contactId", "key", "uses")
      SELECT company, heir, s.key, sum(s.uses) FROM jsonb_to_recordset(sums) s(key text, uses int) GROUP BY 3 ORDER BY 3
      ON CONFLICT ("companyId", "contactId", "key") DO UPDATE SET "uses" = l."uses" + excluded."uses";
  END IF;
  UPDATE contact_links l SET "uses" = l."uses" - s.uses FROM jsonb_to_recordset(sums) s(contact uuid, key text, uses int)
    WHERE l."companyId" = company AND l."contactId" = s.contact AND l."key" = s.key;
  DELETE FROM contact_links WHERE "companyId" = company AND "contactId" = ANY (former) AND "uses" <= 0;
END $$;
