-- AlterTable
ALTER TABLE "chatbots" DROP COLUMN "rotation";

-- CreateTable
CREATE TABLE "assignment_rotations" (
    "companyId" UUID NOT NULL,
    "list" TEXT NOT NULL,
    "position" INTEGER NOT NULL,

    CONSTRAINT "assignment_rotations_pkey" PRIMARY KEY ("companyId","list")
);

SELECT parley_lock_tenant_table('assignment_rotations');
