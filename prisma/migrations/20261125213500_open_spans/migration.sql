-- What was in somebody's hands at a moment began before it and ended after it. Stretches are found by how long they were,
-- in powers of two of a second: of each class only those that ended soon enough after the moment can have begun before it.
CREATE FUNCTION parley_span_class("since" timestamptz, "at" timestamptz) RETURNS int LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT least(31, floor(ln(greatest(1, extract(epoch FROM $2 - $1)::float8)) / ln(2::float8)))::int
$$;

CREATE INDEX report_facts_spans ON report_facts ("companyId", parley_span_class("since", "at"), "at")
WHERE "metric" = 'released' AND "since" IS NOT NULL;

-- A policy of row level security would keep the condition on the class from the index.
CREATE FUNCTION parley_held_at(moment timestamptz) RETURNS SETOF report_facts LANGUAGE sql STABLE ROWS 1000
SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT h.* FROM generate_series(0, 31) k(n) CROSS JOIN LATERAL (
    SELECT f.* FROM report_facts f
    WHERE f."companyId" = parley_company() AND f."metric" = 'released' AND f."since" < moment
      AND parley_span_class(f."since", f."at") = k.n
      AND f."at" >= moment AND f."at" < moment + 2 ^ (k.n + 1) * interval '1 second' OFFSET 0) h
$$;

GRANT CREATE ON SCHEMA public TO parley_system;
ALTER FUNCTION parley_held_at(timestamptz) OWNER TO parley_system;
REVOKE CREATE ON SCHEMA public FROM parley_system;
REVOKE ALL ON FUNCTION parley_held_at(timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION parley_held_at(timestamptz) TO parley_app;
