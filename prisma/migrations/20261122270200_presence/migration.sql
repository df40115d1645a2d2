-- Every process has a number now, not only one that sends webhooks.
ALTER TABLE "webhook_senders" RENAME TO "processes";
ALTER TABLE "processes" RENAME CONSTRAINT "webhook_senders_pkey" TO "processes_pkey";

-- AlterTable
ALTER TABLE "message_sends" ADD COLUMN     "heldBy" INTEGER;

-- AlterTable
ALTER TABLE "fulfillment_waits" ADD COLUMN     "heldBy" INTEGER;

-- AlterTable
ALTER TABLE "campaigns" DROP COLUMN "beatAt",
ADD COLUMN     "heldBy" INTEGER;

-- AlterTable
ALTER TABLE "campaign_messages" ADD COLUMN     "heldBy" INTEGER;
