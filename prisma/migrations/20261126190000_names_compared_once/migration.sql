-- Names are read first and compared after, each pair once. While the tables were new and nothing was known of them, the
-- plan compared each name with all of the company's for each of the others: a demo's 349 contacts took 17 seconds.
CREATE OR REPLACE FUNCTION parley_duplicates_of(ids uuid[]) RETURNS TABLE ("contactId" uuid, "otherId" uuid, "reason" text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT k."id", o."id", 'email' FROM contacts k CROSS JOIN LATERAL (
    SELECT e."id" FROM contacts e WHERE e."companyId" = k."companyId" AND e."emailKey" = k."emailKey" AND e."id" <> k."id"
    ORDER BY e."id" LIMIT 20) o
  WHERE k."companyId" = parley_company() AND k."id" = ANY(ids) AND k."emailKey" <> ''
  UNION
  SELECT k."id", o."contactId", 'phone' FROM contacts k CROSS JOIN LATERAL (
    SELECT l."contactId" FROM contact_links l
    WHERE l."companyId" = k."companyId" AND l."key" IN (SELECT 'phone:' || p FROM unnest(k."phoneKeys") p)
      AND l."contactId" <> k."id" ORDER BY l."contactId" LIMIT 20) o
  WHERE k."companyId" = parley_company() AND k."id" = ANY(ids) AND cardinality(k."phoneKeys") > 0
  UNION
  SELECT k."id", o."contactId", 'platform' FROM contacts k
  JOIN conversations c ON c."companyId" = k."companyId" AND c."contactId" = k."id" AND c."contactLink" <> 'claimed'
  CROSS JOIN LATERAL (
    SELECT v."contactId" FROM conversations v
    WHERE v."companyId" = c."companyId" AND v."visitorId" = c."visitorId" AND v."channelId" = c."channelId"
      AND v."contactId" <> k."id" AND v."contactLink" NOT IN ('claimed', 'separate') LIMIT 20) o
  WHERE k."companyId" = parley_company() AND k."id" = ANY(ids) AND c."visitorId" <> '' AND c."contactLink" <> 'separate'
  UNION
  SELECT k."id", o."id", 'name' FROM contacts k
  JOIN contact_search s ON s."companyId" = k."companyId" AND s."contactId" = k."id"
  CROSS JOIN LATERAL (
    SELECT a."id" FROM (
      SELECT d."id", similarity(d."name", s."name") AS "alike" FROM (
        SELECT e."id", (SELECT r."name" FROM contact_search r
          WHERE r."companyId" = e."companyId" AND r."contactId" = e."id") AS "name"
        FROM contacts e
        WHERE e."companyId" = k."companyId" AND split_part(e."emailKey", '@', 2) = split_part(k."emailKey", '@', 2)
          AND e."emailKey" <> '' AND e."id" <> k."id" ORDER BY e."id" DESC LIMIT 200) d
      WHERE d."name" <> '' OFFSET 0) a
    WHERE a."alike" >= 0.7 ORDER BY a."alike" DESC, a."id" LIMIT 20) o
  WHERE k."companyId" = parley_company() AND k."id" = ANY(ids) AND k."emailKey" <> '' AND s."name" <> ''
    -- Everybody has an address there: the domain says nothing.
    AND split_part(k."emailKey", '@', 2) <> ALL (ARRAY['gmail.com', 'googlemail.com', 'outlook.com', 'hotmail.com',
      'hotmail.es', 'live.com', 'msn.com', 'yahoo.com', 'yahoo.es', 'yahoo.com.ar', 'yahoo.com.br', 'yahoo.com.mx',
      'ymail.com', 'icloud.com', 'me.com', 'mac.com', 'aol.com', 'gmx.com', 'gmx.de', 'gmx.net', 'web.de', 'mail.com',
      'proton.me', 'protonmail.com', 'uol.com.br', 'bol.com.br', 'terra.com.br', 'outlook.es', 'outlook.com.br'])
$$;
