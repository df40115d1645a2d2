-- CreateTable
CREATE TABLE "report_teams" (
    "companyId" UUID NOT NULL,
    "teamId" UUID NOT NULL,
    "name" TEXT NOT NULL,

    CONSTRAINT "report_teams_pkey" PRIMARY KEY ("companyId","teamId")
);

SELECT parley_lock_tenant_table('report_teams');

-- Keeps what each team was called last; what was deleted stays.
CREATE FUNCTION parley_report_team() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO report_teams ("companyId", "teamId", "name") VALUES (NEW."companyId", NEW."id", NEW."name")
    ON CONFLICT ("companyId", "teamId") DO UPDATE SET "name" = excluded."name";
  RETURN NULL;
END $$;
CREATE TRIGGER report_team_added AFTER INSERT ON teams FOR EACH ROW EXECUTE FUNCTION parley_report_team();
CREATE TRIGGER report_team_changed AFTER UPDATE ON teams FOR EACH ROW
  WHEN (OLD."name" IS DISTINCT FROM NEW."name") EXECUTE FUNCTION parley_report_team();

-- Those that were deleted so far said their name with it.
INSERT INTO report_teams ("companyId", "teamId", "name")
  SELECT DISTINCT ON ("companyId", "data"->>'id') "companyId", ("data"->>'id')::uuid, "data"->>'name' FROM events
  WHERE "type" = 'team/changed' AND ("data"->>'deleted')::boolean AND "data"->>'name' <> ''
  ORDER BY "companyId", "data"->>'id', "ordinal" DESC;
INSERT INTO report_teams ("companyId", "teamId", "name") SELECT "companyId", "id", "name" FROM teams
  ON CONFLICT ("companyId", "teamId") DO UPDATE SET "name" = excluded."name";
