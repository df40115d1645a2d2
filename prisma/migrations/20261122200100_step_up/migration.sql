-- AlterTable
ALTER TABLE "user_sessions" ADD COLUMN     "provenAt" TIMESTAMPTZ(3);
