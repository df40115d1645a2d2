-- AlterTable
ALTER TABLE "notes" ADD COLUMN     "clientNoteId" TEXT;
