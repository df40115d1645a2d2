-- Every company has one integration of each type.
CREATE UNIQUE INDEX "integrations_companyId_type_key" ON "integrations"("companyId", "type");

INSERT INTO integrations ("companyId", "id", "name", "type")
SELECT c."id",
  -- A UUIDv7 of now.
  encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    placing substring(int8send((extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3) FROM 1 FOR 6), 52, 1), 53, 1),
    'hex')::uuid,
  t."name", t."type"
FROM companies c
CROSS JOIN (VALUES ('Webhook', 'webhook'), ('Email', 'email'), ('Analytics', 'analytics'), ('Spreadsheets', 'sheets'),
  ('CRM', 'crm')) AS t ("name", "type")
ON CONFLICT DO NOTHING;
