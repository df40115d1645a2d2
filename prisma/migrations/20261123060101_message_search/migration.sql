-- The newest messages in which every pattern (folded, as LIKE has it) is found, before an id. A common word is found among
-- the last few thousand, in the order of ids; a rare one by its trigrams, whose rows are few enough to be sorted. LIKE is
-- not leakproof, so under row level security no trigram index serves it: this runs as the role that is past it and holds
-- every row to the connection's own company itself.
CREATE FUNCTION parley_find_messages(patterns text[], before uuid, take integer)
RETURNS SETOF uuid LANGUAGE plpgsql STABLE ROWS 50
SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  found uuid[];
  conditions text;
BEGIN
  IF parley_company() IS NULL OR cardinality(patterns) = 0 THEN RETURN; END IF;
  found := ARRAY(
    SELECT n."id" FROM (
      SELECT m."id", m."type", m."text" FROM messages m
      WHERE m."companyId" = parley_company() AND m."id" < before ORDER BY m."id" DESC LIMIT 3000
    ) n
    WHERE n."type" <> 'command' AND n."text" <> '' AND parley_fold(n."text") LIKE ALL (patterns)
    ORDER BY n."id" DESC LIMIT take);
  IF cardinality(found) < take THEN
    SELECT string_agg(format('parley_fold(m."text") LIKE %L', pattern), ' AND ') INTO conditions
    FROM unnest(patterns) pattern;
    EXECUTE 'WITH matching AS MATERIALIZED (
        SELECT m."id" FROM messages m WHERE m."companyId" = $1 AND m."type" <> ''command'' AND ' || conditions || '
      ) SELECT ARRAY(SELECT "id" FROM matching WHERE "id" < $2 ORDER BY "id" DESC LIMIT $3)'
      INTO found USING parley_company(), before, take;
  END IF;
  RETURN QUERY SELECT unnest(found);
END $$;

GRANT CREATE ON SCHEMA public TO parley_system;
ALTER FUNCTION parley_find_messages(text[], uuid, integer) OWNER TO parley_system;
REVOKE CREATE ON SCHEMA public FROM parley_system;
REVOKE ALL ON FUNCTION parley_find_messages(text[], uuid, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION parley_find_messages(text[], uuid, integer) TO parley_app;
