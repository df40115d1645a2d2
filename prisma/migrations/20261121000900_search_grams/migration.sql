-- Ten digits make only a thousand trigrams, so in a large company each one stands for thousands of phone numbers.
-- Runs of five digits are a hundred times more telling: a number of five digits and more is found by them.
CREATE FUNCTION parley_digit_runs(digits text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT coalesce(array_agg(DISTINCT substr(digits, n, 5)), '{}')
  FROM generate_series(1, length(digits) - 4) n WHERE substr(digits, n, 5) ~ '^[0-9]{5}$'
$$;

CREATE INDEX conversation_search_digit_runs ON conversation_search USING gin (parley_digit_runs("digits"))
  WITH (gin_pending_list_limit = 256);

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
    wanted := wanted || '(parley_digit_runs(s."digits") @> parley_digit_runs(parley_digits($4)) AND s."digits" LIKE $4)'::text;
  ELSIF digits IS NOT NULL THEN
    wanted := wanted || 's."digits" LIKE $4'::text;
  END IF;
  IF cardinality(wanted) > 0 THEN
    found := 'SELECT s."conversationId" FROM conversation_search s WHERE s."companyId" = $1 AND ('
      || array_to_string(wanted, ' OR ') || ')';
  END IF;
  IF texts IS NOT NULL THEN
    IF found <> '' THEN found := found || ' UNION '; END IF;
    found := found || 'SELECT m."conversationId" FROM messages m WHERE m."companyId" = $1
      AND m."type" <> ''command'' AND parley_fold(m."text") LIKE $5';
  END IF;
  IF found = '' THEN RETURN; END IF;
  RETURN QUERY EXECUTE found USING parley_company(), names, emails, digits, texts;
END $$;

-- New entries wait in a list that every search reads whole: keep it to 32 pages instead of 512.
ALTER INDEX messages_text SET (gin_pending_list_limit = 256);
ALTER INDEX conversation_search_name SET (gin_pending_list_limit = 256);
ALTER INDEX conversation_search_email SET (gin_pending_list_limit = 256);
ALTER INDEX conversation_search_digits SET (gin_pending_list_limit = 256);
