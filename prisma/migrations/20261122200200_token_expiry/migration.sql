-- AlterTable
ALTER TABLE "api_tokens" ADD COLUMN     "expiresAt" TIMESTAMPTZ(3);
