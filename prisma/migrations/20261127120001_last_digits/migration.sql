-- The last digits of a phone number tell it from others; runs of its first ones stand for all numbers of a country, and
-- each costs pages of the index.
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
    found := found || 'SELECT m."conversationId" FROM messages m WHERE m."companyId" = $1
      AND m."type" <> ''command'' AND parley_fold(m."text") LIKE $5';
  END IF;
  IF found = '' THEN RETURN; END IF;
  RETURN QUERY EXECUTE found USING parley_company(), names, emails, digits, texts;
END $$;
