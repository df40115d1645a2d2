-- Two who share a family name are not likely to be one person: names have to be more alike.
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
    SELECT d."id" FROM (
      SELECT e."id" FROM contacts e
      WHERE e."companyId" = k."companyId" AND split_part(e."emailKey", '@', 2) = split_part(k."emailKey", '@', 2)
        AND e."emailKey" <> '' AND e."id" <> k."id" ORDER BY e."id" DESC LIMIT 200) d
    JOIN contact_search r ON r."companyId" = k."companyId" AND r."contactId" = d."id"
    WHERE r."name" <> '' AND similarity(r."name", s."name") >= 0.7
    ORDER BY similarity(r."name", s."name") DESC, d."id" LIMIT 20) o
  WHERE k."companyId" = parley_company() AND k."id" = ANY(ids) AND k."emailKey" <> '' AND s."name" <> ''
    -- Everybody has an address there: the domain says nothing.
    AND split_part(k."emailKey", '@', 2) <> ALL (ARRAY['gmail.com', 'googlemail.com', 'outlook.com', 'hotmail.com',
      'hotmail.es', 'live.com', 'msn.com', 'yahoo.com', 'yahoo.es', 'yahoo.com.ar', 'yahoo.com.br', 'yahoo.com.mx',
      'ymail.com', 'icloud.com', 'me.com', 'mac.com', 'aol.com', 'gmx.com', 'gmx.de', 'gmx.net', 'web.de', 'mail.com',
      'proton.me', 'protonmail.com', 'uol.com.br', 'bol.com.br', 'terra.com.br', 'outlook.es', 'outlook.com.br'])
$$;

INSERT INTO contact_duplicate_checks ("companyId", "contactId") SELECT "companyId", "id" FROM contacts ON CONFLICT DO NOTHING;
