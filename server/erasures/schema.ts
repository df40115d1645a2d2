import { z } from "zod";

export const exportPersonInput = z.object({ contactId: z.string() });

export const exportedPersonSchema = z.object({
  name: z.string().meta({ description: "A name for the file." }),
  json: z.string().meta({ description: "The text of the file." }),
});
