-- The ad by which a visitor came: headline, words and picture (found C6).
ALTER TABLE "conversations" ADD COLUMN     "referral" JSONB;
