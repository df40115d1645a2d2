import type { ContactStatus } from "#server/core/words.ts";

/** A row of `contacts`, as the database gives it. */
export type ContactRow = {
  companyId: string;
  id: string;
  channelId: string | null;
  conversationId: string | null;
  name: string;
  email: string;
  phone: string;
  internationalPhoneNumber: string;
  externalId: string;
  emailKey: string;
  phoneKeys: string[];
  status: ContactStatus;
  subStatus: string;
  message: string;
  assignedTo: string | null;
  rating: number;
  entryMethod: string;
  utmSource: string;
  utmMedium: string;
  utmCampaign: string;
  gclid: string;
  conversionUrl: string;
  refererTracking: string;
  device: string;
  tags: string[];
  customFields: Record<string, unknown>;
  provisional: boolean;
  createdAt: Date;
  updatedAt: Date;
};

/** What a reader is shown: everything but the keys used for matching. */
export type ShownContact = Omit<ContactRow, "emailKey" | "phoneKeys" | "provisional">;
