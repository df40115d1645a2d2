-- AlterTable
ALTER TABLE "webhooks" ADD COLUMN     "callsPerSecond" INTEGER,
ADD COLUMN     "channelIds" UUID[] DEFAULT ARRAY[]::UUID[],
ADD COLUMN     "conditions" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN     "holdWhilePaused" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "pausedAt" TIMESTAMPTZ(3),
ADD COLUMN     "previousSecret" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "previousSecretUntil" TIMESTAMPTZ(3),
ADD COLUMN     "retryPlan" TEXT NOT NULL DEFAULT 'contract',
ADD COLUMN     "secretOverlap" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "standardHeaders" BOOLEAN NOT NULL DEFAULT false;
