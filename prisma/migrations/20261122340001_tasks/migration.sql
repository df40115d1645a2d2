-- CreateTable
CREATE TABLE "tasks" (
    "companyId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "title" TEXT NOT NULL,
    "dueAt" TIMESTAMPTZ(3),
    "assignedTo" UUID,
    "conversationId" UUID,
    "contactId" UUID,
    "doneAt" TIMESTAMPTZ(3),
    "createdBy" TEXT NOT NULL,
    "toldAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tasks_pkey" PRIMARY KEY ("companyId","id")
);

-- CreateIndex
CREATE INDEX "tasks_companyId_conversationId_idx" ON "tasks"("companyId", "conversationId");

-- CreateIndex
CREATE INDEX "tasks_companyId_contactId_idx" ON "tasks"("companyId", "contactId");

-- AddForeignKey
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_companyId_assignedTo_fkey" FOREIGN KEY ("companyId", "assignedTo") REFERENCES "users"("companyId", "id") ON DELETE NO ACTION ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_companyId_conversationId_fkey" FOREIGN KEY ("companyId", "conversationId") REFERENCES "conversations"("companyId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_companyId_contactId_fkey" FOREIGN KEY ("companyId", "contactId") REFERENCES "contacts"("companyId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

SELECT parley_lock_tenant_table('tasks');

-- What is due and has not been told: a handful of rows, looked at every second.
CREATE INDEX tasks_due ON tasks ("dueAt") WHERE "toldAt" IS NULL AND "doneAt" IS NULL AND "dueAt" IS NOT NULL;
-- Open ones, counted against the limit and listed by when they are due.
CREATE INDEX tasks_open ON tasks ("companyId", "dueAt", "id") WHERE "doneAt" IS NULL;
