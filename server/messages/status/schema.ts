import { z } from "zod";

/** What of a message in parts the platform has. */
export const arrivedSchema = z.object({
  files: z.int().min(0).meta({ description: "How many of its files, the first ones." }),
  characters: z.int().min(0).meta({ description: "How many Unicode code points of its text, from the beginning." }),
});

/** What of its message one part holds. */
export const holdsSchema = z.object({
  files: z.tuple([z.int().min(0), z.int().min(0)]).meta({ description: "Of its files, from which to before which." }),
  characters: z
    .tuple([z.int().min(0), z.int().min(0)])
    .meta({ description: "Of the Unicode code points of its text, from which to before which." }),
  options: z.boolean().meta({ description: "The replies it offers." }),
});
