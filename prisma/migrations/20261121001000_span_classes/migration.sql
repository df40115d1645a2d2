-- Finer classes of duration, each twice as long as the one before: 1, 2, 4 ... 256 days and more.
CREATE OR REPLACE FUNCTION parley_span(began timestamptz, ended timestamptz) RETURNS smallint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN ended IS NULL OR ended - began <= interval '1 day' THEN 0
    ELSE least(9, ceil(log(2.0, (extract(epoch FROM ended - began) / 86400)::numeric))) END::smallint
$$;

UPDATE conversation_activity SET "span" = parley_span("createdAt", "lastMessageAt")
  WHERE "span" <> parley_span("createdAt", "lastMessageAt");
