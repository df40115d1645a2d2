-- AlterTable
ALTER TABLE "webhooks" ADD COLUMN     "heldToldAt" TIMESTAMPTZ(3);
