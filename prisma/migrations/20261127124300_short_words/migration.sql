-- The same as before, but patterns without trigrams (two letters; signs of languages that the database's locale does not
-- count as letters) narrow nothing: to look for one by the index would read the messages of all companies. Where no
-- pattern narrows, only the newest rows are looked at, within the budget, and `reached` says how far that was.
CREATE OR REPLACE FUNCTION parley_search_messages(patterns text[], lowest uuid, before uuid, highest uuid, author text,
  files boolean, since timestamptz, until timestamptz, take integer)
RETURNS TABLE (hits uuid[], reached uuid) LANGUAGE plpgsql STABLE ROWS 1
SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off AS $$
DECLARE
  most_looked CONSTANT integer := 30000;
  most_led CONSTANT integer := 12000;
  top uuid := before;
  step integer := 3000;
  looked integer := 0;
  narrowing text[];
  tried boolean;
  rarest integer;
  batch record;
  conditions text;
BEGIN
  hits := ARRAY[]::uuid[];
  reached := NULL;
  IF parley_company() IS NULL OR cardinality(patterns) = 0 THEN RETURN NEXT; RETURN; END IF;
  IF highest < top
    AND NOT EXISTS (SELECT FROM history_links l WHERE l."companyId" = parley_company())
    AND NOT EXISTS (SELECT FROM channel_imports i WHERE i."companyId" = parley_company())
  THEN top := highest; END IF;
  SELECT array_agg(p) INTO narrowing FROM unnest(patterns) p
    WHERE char_length(btrim(p, '%')) >= 3 AND cardinality(show_trgm(btrim(p, '%'))) >= 3;
  tried := narrowing IS NULL;
  LOOP
    SELECT array_agg(w."id") FILTER (WHERE w."similar" AND w."wanted") AS "ids", count(*) AS "rows",
      count(*) FILTER (WHERE w."similar") AS "similar", (array_agg(w."id"))[count(*)] AS "last"
    INTO batch FROM (
      SELECT n."id", n."type" <> 'command' AND n."text" <> '' AND parley_fold(n."text") LIKE ALL (patterns) AS "similar",
        (author IS NULL OR n."fromType" = author)
          AND (files IS NULL OR (n."type" IN ('image', 'audio', 'video', 'file')) = files)
          AND (since IS NULL OR n."createdAt" >= since) AND (until IS NULL OR n."createdAt" <= until) AS "wanted"
      FROM (
        SELECT m."id", m."type", m."text", m."fromType", m."createdAt" FROM messages m
        WHERE m."companyId" = parley_company() AND m."id" < top AND m."id" >= lowest
        ORDER BY m."id" DESC LIMIT step
      ) n
    ) w;
    hits := hits || coalesce(batch."ids", ARRAY[]::uuid[]);
    IF cardinality(hits) >= take THEN
      hits := hits[1:take];
      reached := hits[take];
      RETURN NEXT;
      RETURN;
    END IF;
    IF batch."rows" < step THEN RETURN NEXT; RETURN; END IF;
    top := batch."last";
    looked := looked + step;
    IF NOT tried AND batch."similar" < 12 THEN
      SELECT min(k."times") INTO rarest FROM (
        SELECT count(*) FILTER (WHERE n."text" LIKE '%' || w."word" || '%') AS "times"
        FROM (SELECT DISTINCT unnest(regexp_split_to_array(btrim(p, '%'), '\s+')) AS "word" FROM unnest(narrowing) p) w
        CROSS JOIN (
          SELECT parley_fold(m."text") AS "text" FROM messages m
          WHERE m."companyId" = parley_company() AND m."id" < before AND m."id" >= batch."last" AND m."text" <> ''
          ORDER BY m."id" DESC LIMIT 3000
        ) n
        WHERE w."word" <> '' GROUP BY w."word") k;
    END IF;
    IF NOT tried AND batch."similar" < 12 AND coalesce(rarest, 0) < 12 THEN
      SELECT string_agg(format('parley_fold(m."text") LIKE %L', pattern), ' AND ') INTO conditions
      FROM unnest(patterns) pattern;
      EXECUTE 'WITH led AS MATERIALIZED (
          SELECT m."companyId", m."id", m."fromType", m."type", m."createdAt" FROM messages m
          WHERE m."type" <> ''command'' AND ' || conditions || ' LIMIT $10
        ) SELECT (SELECT count(*) FROM led) AS "rows", ARRAY(SELECT l."id" FROM led l
          WHERE l."companyId" = $1 AND l."id" < $2 AND l."id" >= $3
            AND ($4::text IS NULL OR l."fromType" = $4)
            AND ($5::boolean IS NULL OR (l."type" IN (''image'', ''audio'', ''video'', ''file'')) = $5)
            AND ($6::timestamptz IS NULL OR l."createdAt" >= $6) AND ($7::timestamptz IS NULL OR l."createdAt" <= $7)
          ORDER BY l."id" DESC LIMIT $8 - $9) AS "ids"'
        INTO batch USING parley_company(), top, lowest, author, files, since, until, take, cardinality(hits), most_led + 1;
      IF batch."rows" <= most_led THEN
        hits := hits || batch."ids";
        IF cardinality(hits) >= take THEN reached := hits[take]; END IF;
        RETURN NEXT;
        RETURN;
      END IF;
    END IF;
    tried := true;
    IF looked >= most_looked THEN
      reached := top;
      RETURN NEXT;
      RETURN;
    END IF;
    step := least(step * 2, most_looked - looked);
  END LOOP;
END $$;
