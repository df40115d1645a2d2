-- Keys and requests are kept as keyed hashes, answers sealed: what was kept in clear goes. A claim is part of the
-- transaction that makes the answer, so it needs no end of its own.
DELETE FROM idempotency_keys;

-- AlterTable
ALTER TABLE "idempotency_keys" DROP COLUMN "body",
DROP COLUMN "contentType",
DROP COLUMN "lockedUntil",
ADD COLUMN     "answer" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "mentions" UUID[] DEFAULT ARRAY[]::UUID[];
