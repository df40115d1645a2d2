-- CreateTable
CREATE TABLE "contact_duplicates" (
    "companyId" UUID NOT NULL,
    "firstId" UUID NOT NULL,
    "secondId" UUID NOT NULL,
    "reasons" TEXT[],
    "dismissedAt" TIMESTAMPTZ(3),
    "dismissedBy" TEXT NOT NULL DEFAULT '',
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "contact_duplicates_pkey" PRIMARY KEY ("companyId","firstId","secondId")
);

-- CreateTable
CREATE TABLE "contact_duplicate_checks" (
    "companyId" UUID NOT NULL,
    "contactId" UUID NOT NULL,

    CONSTRAINT "contact_duplicate_checks_pkey" PRIMARY KEY ("companyId","contactId")
);

-- CreateIndex
CREATE INDEX "contact_duplicates_companyId_secondId_idx" ON "contact_duplicates"("companyId", "secondId");

SELECT parley_lock_tenant_table('contact_duplicates');
SELECT parley_lock_tenant_table('contact_duplicate_checks');

CREATE INDEX contacts_of_domain ON contacts ("companyId", split_part("emailKey", '@', 2), "id") WHERE "emailKey" <> '';

-- Who came, changed what they are known by, or went is looked at soon, outside of the transaction that did it.
CREATE FUNCTION parley_duplicates_came() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO contact_duplicate_checks ("companyId", "contactId")
  SELECT "companyId", "id" FROM changed ORDER BY "id" ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE FUNCTION parley_duplicates_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO contact_duplicate_checks ("companyId", "contactId") VALUES (NEW."companyId", NEW."id") ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE FUNCTION parley_duplicates_linked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO contact_duplicate_checks ("companyId", "contactId") VALUES (NEW."companyId", NEW."contactId")
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE TRIGGER duplicates_insert AFTER INSERT ON contacts REFERENCING NEW TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION parley_duplicates_came();
CREATE TRIGGER duplicates_remove AFTER DELETE ON contacts REFERENCING OLD TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION parley_duplicates_came();
CREATE TRIGGER duplicates_change AFTER UPDATE ON contacts FOR EACH ROW
WHEN (OLD."emailKey" <> NEW."emailKey" OR OLD."phoneKeys" <> NEW."phoneKeys" OR OLD."name" <> NEW."name")
EXECUTE FUNCTION parley_duplicates_changed();
CREATE TRIGGER duplicates_link AFTER UPDATE OF "contactId" ON conversations FOR EACH ROW
WHEN (NEW."contactId" IS NOT NULL AND OLD."contactId" IS DISTINCT FROM NEW."contactId")
EXECUTE FUNCTION parley_duplicates_linked();

-- Who else these contacts may be, and why. Each reason is asked of an index, at most 20 others (for names, the newest 200
-- of the domain are compared). Like parley_find_contacts it runs past row level security, where an index serves
-- expressions, and holds every row to the connection's own company.
CREATE FUNCTION parley_duplicates_of(ids uuid[]) RETURNS TABLE ("contactId" uuid, "otherId" uuid, "reason" text)
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
    WHERE r."name" <> '' AND similarity(r."name", s."name") >= 0.5
    ORDER BY similarity(r."name", s."name") DESC, d."id" LIMIT 20) o
  WHERE k."companyId" = parley_company() AND k."id" = ANY(ids) AND k."emailKey" <> '' AND s."name" <> ''
    -- Everybody has an address there: the domain says nothing.
    AND split_part(k."emailKey", '@', 2) <> ALL (ARRAY['gmail.com', 'googlemail.com', 'outlook.com', 'hotmail.com',
      'hotmail.es', 'live.com', 'msn.com', 'yahoo.com', 'yahoo.es', 'yahoo.com.ar', 'yahoo.com.br', 'yahoo.com.mx',
      'ymail.com', 'icloud.com', 'me.com', 'mac.com', 'aol.com', 'gmx.com', 'gmx.de', 'gmx.net', 'web.de', 'mail.com',
      'proton.me', 'protonmail.com', 'uol.com.br', 'bol.com.br', 'terra.com.br', 'outlook.es', 'outlook.com.br'])
$$;

GRANT CREATE ON SCHEMA public TO parley_system;
ALTER FUNCTION parley_duplicates_of(uuid[]) OWNER TO parley_system;
REVOKE CREATE ON SCHEMA public FROM parley_system;
REVOKE ALL ON FUNCTION parley_duplicates_of(uuid[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION parley_duplicates_of(uuid[]) TO parley_app;

-- Everybody who is there already is looked at once.
INSERT INTO contact_duplicate_checks ("companyId", "contactId") SELECT "companyId", "id" FROM contacts;
