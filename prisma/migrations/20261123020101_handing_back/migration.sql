-- AlterTable
ALTER TABLE "users" ADD COLUMN     "awaySince" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "assignment_policies" ADD COLUMN     "awayHandsBack" BOOLEAN NOT NULL DEFAULT false;

-- Who is away already, is so from now on.
UPDATE "users" SET "awaySince" = now() WHERE "availability" = 'away';
