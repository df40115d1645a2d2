export const deliveryStates = ["queued", "sent", "delivered", "read", "failed"] as const;
