import type { z } from "zod";
import type { UserRow } from "./access.ts";
import type { userSchema } from "./schema.ts";

/** The User resource. What its schema does not name (preferences, say) never leaves an operation. */
export function viewUser(user: UserRow): z.input<typeof userSchema> {
  return user;
}
