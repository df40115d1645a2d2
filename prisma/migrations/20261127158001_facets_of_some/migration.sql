-- The facets of one person, of what nobody holds and of some teams (the fourth and eleventh place of the key). In a
-- function, for the index of an expression is not used beneath row level security.
CREATE INDEX list_counters_facets_of ON list_counters ("companyId", split_part("key", '|', 4)) WHERE "list" = 'facets';
CREATE INDEX list_counters_facets_of_team ON list_counters ("companyId", split_part("key", '|', 11)) WHERE "list" = 'facets';

CREATE FUNCTION parley_facets_of(assignees text[], teams text[]) RETURNS TABLE ("key" text, "count" bigint, "amount" numeric)
LANGUAGE plpgsql STABLE ROWS 500 SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT l."key", l."count", l."amount" FROM list_counters l
    WHERE l."companyId" = parley_company() AND l."list" = 'facets' AND (l."count" <> 0 OR l."amount" <> 0)
      AND split_part(l."key", '|', 4) = ANY (assignees)
    UNION ALL SELECT l."key", l."count", l."amount" FROM list_counters l
    WHERE l."companyId" = parley_company() AND l."list" = 'facets' AND (l."count" <> 0 OR l."amount" <> 0)
      AND split_part(l."key", '|', 11) = ANY (teams) AND split_part(l."key", '|', 4) <> ALL (assignees)
    UNION ALL SELECT d."key", d."count"::bigint, d."amount" FROM list_counter_deltas d
    WHERE d."companyId" = parley_company() AND d."list" = 'facets'
      AND (split_part(d."key", '|', 4) = ANY (assignees) OR split_part(d."key", '|', 11) = ANY (teams));
END $$;

GRANT CREATE ON SCHEMA public TO parley_system;
ALTER FUNCTION parley_facets_of(text[], text[]) OWNER TO parley_system;
REVOKE CREATE ON SCHEMA public FROM parley_system;
REVOKE ALL ON FUNCTION parley_facets_of(text[], text[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION parley_facets_of(text[], text[]) TO parley_app;
