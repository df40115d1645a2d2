-- AlterTable
ALTER TABLE "contacts" ADD COLUMN     "externalId" TEXT NOT NULL DEFAULT '';

-- Most contacts have none.
CREATE UNIQUE INDEX contacts_external_id ON contacts ("companyId", "externalId") WHERE "externalId" <> '';
