-- An opt-out belongs to the number: it outlives the contact, and a new contact or a file with the number finds it.
-- The number itself is not kept, so that nothing here says who a deleted person was.

-- CreateTable
CREATE TABLE "opt_outs" (
    "companyId" UUID NOT NULL,
    "number" TEXT NOT NULL,
    "optedOutAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "opt_outs_pkey" PRIMARY KEY ("companyId","number")
);
SELECT parley_lock_tenant_table('opt_outs');

CREATE FUNCTION parley_number_hash(company uuid, digits text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT encode(sha256(convert_to(company::text || ':' || digits, 'UTF8')), 'hex')
$$;

INSERT INTO "opt_outs" ("companyId", "number", "optedOutAt")
SELECT k."companyId", parley_number_hash(k."companyId", n), min(k."optedOutAt")
FROM "contacts" k CROSS JOIN LATERAL unnest(k."phoneKeys") n WHERE k."optedOutAt" IS NOT NULL GROUP BY 1, 2;

-- Of people whose contact is gone; where there is one, it says whether they have opted in again.
INSERT INTO "opt_outs" ("companyId", "number", "optedOutAt")
SELECT i."companyId", parley_number_hash(i."companyId", i."phone"), min(i."optedOutAt")
FROM "channel_identities" i WHERE i."optedOutAt" IS NOT NULL AND i."phone" <> ''
  AND NOT EXISTS (SELECT FROM "contact_links" l WHERE l."companyId" = i."companyId" AND l."key" = 'phone:' || i."phone")
GROUP BY 1, 2 ON CONFLICT DO NOTHING;
