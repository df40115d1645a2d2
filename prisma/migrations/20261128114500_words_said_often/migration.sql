-- A word that most messages hold is looked for conversation by conversation: one of its first messages mostly has it,
-- and the rest need not be read. By its trigrams every message of the company would be.

-- What share of some messages of the beginning, the middle and the end hold a pattern.
CREATE FUNCTION parley_share_saying(pattern text) RETURNS real LANGUAGE plpgsql STABLE
SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  begun bigint;
  ended bigint;
  share real;
BEGIN
  IF parley_company() IS NULL OR pattern IS NULL THEN RETURN 0; END IF;
  SELECT ('x' || left(replace(m."id"::text, '-', ''), 12))::bit(48)::bigint INTO begun FROM messages m
    WHERE m."companyId" = parley_company() ORDER BY m."id" LIMIT 1;
  SELECT ('x' || left(replace(m."id"::text, '-', ''), 12))::bit(48)::bigint INTO ended FROM messages m
    WHERE m."companyId" = parley_company() ORDER BY m."id" DESC LIMIT 1;
  IF begun IS NULL THEN RETURN 0; END IF;
  SELECT count(*) FILTER (WHERE n."text" LIKE pattern) / greatest(count(*), 1)::real INTO share
  FROM generate_series(0, 3) part CROSS JOIN LATERAL (
    SELECT parley_fold(m."text") AS "text" FROM messages m
    WHERE m."companyId" = parley_company() AND m."type" <> 'command' AND m."text" <> ''
      AND m."id" >= rpad(lpad(to_hex(begun + (ended - begun) * part / 4), 12, '0'), 32, '0')::uuid
    ORDER BY m."id" LIMIT 8) n;
  RETURN share;
END $$;

-- Whether a conversation is one that parley_find_conversations finds.
CREATE FUNCTION parley_is_found(conversation uuid, names text, emails text, digits text, texts text)
RETURNS boolean LANGUAGE plpgsql STABLE COST 1000
SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN EXISTS (
    SELECT FROM (
      SELECT m."text" FROM messages m WHERE m."companyId" = parley_company() AND m."conversationId" = conversation
        AND m."type" <> 'command' OFFSET 0) n
    WHERE parley_fold(n."text") LIKE texts)
  OR EXISTS (
    SELECT FROM conversation_search s WHERE s."companyId" = parley_company() AND s."conversationId" = conversation
      AND (s."name" LIKE names OR s."email" LIKE emails OR s."digits" LIKE $4));
END $$;

-- The same as before, with what is said often found as is said above.
CREATE OR REPLACE FUNCTION parley_find_conversations(names text, emails text, digits text, texts text)
RETURNS SETOF uuid LANGUAGE plpgsql STABLE ROWS 200
SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  wanted text[] := ARRAY[]::text[];
  found text := '';
BEGIN
  IF parley_company() IS NULL THEN RETURN; END IF;
  IF names IS NOT NULL THEN wanted := wanted || 's."name" LIKE $2'::text; END IF;
  IF emails IS NOT NULL THEN wanted := wanted || 's."email" LIKE $3'::text; END IF;
  IF length(parley_digits(digits)) >= 5 THEN
    wanted := wanted || '(parley_digit_runs(s."digits") @> parley_digit_runs(right(parley_digits($4), 8)) AND s."digits" LIKE $4)'::text;
  ELSIF digits IS NOT NULL THEN
    wanted := wanted || 's."digits" LIKE $4'::text;
  END IF;
  IF cardinality(wanted) > 0 THEN
    found := 'SELECT s."conversationId" FROM conversation_search s WHERE s."companyId" = $1 AND ('
      || array_to_string(wanted, ' OR ') || ')';
  END IF;
  IF texts IS NOT NULL THEN
    IF found <> '' THEN found := found || ' UNION '; END IF;
    found := found || CASE WHEN parley_share_saying(texts) > 0.6
      THEN 'SELECT c."id" FROM conversations c WHERE c."companyId" = $1 AND EXISTS (SELECT FROM (
        SELECT m."text" FROM messages m WHERE m."companyId" = $1 AND m."conversationId" = c."id"
          AND m."type" <> ''command'' OFFSET 0) n WHERE parley_fold(n."text") LIKE $5)'
      ELSE 'SELECT m."conversationId" FROM messages m WHERE m."companyId" = $1
        AND m."type" <> ''command'' AND parley_fold(m."text") LIKE $5' END;
  END IF;
  IF found = '' THEN RETURN; END IF;
  RETURN QUERY EXECUTE found USING parley_company(), names, emails, digits, texts;
END $$;

GRANT CREATE ON SCHEMA public TO parley_system;
ALTER FUNCTION parley_share_saying(text) OWNER TO parley_system;
ALTER FUNCTION parley_is_found(uuid, text, text, text, text) OWNER TO parley_system;
REVOKE CREATE ON SCHEMA public FROM parley_system;
REVOKE ALL ON FUNCTION parley_share_saying(text) FROM PUBLIC;
REVOKE ALL ON FUNCTION parley_is_found(uuid, text, text, text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION parley_share_saying(text) TO parley_app, parley_system;
GRANT EXECUTE ON FUNCTION parley_is_found(uuid, text, text, text, text) TO parley_app;
