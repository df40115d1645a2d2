import { type Route, route } from "#server/kit/rest/route.ts";
import { mostBytes } from "./choices.ts";
import { createUpload } from "./creating.ts";
import { FileBytes } from "./schema.ts";

const description = `Stores a file for a message: as \`multipart/form-data\` with the part \`file\`, or as JSON with
a \`url\` that the service fetches, or with a small file's \`content\`. What it is (\`type\`) is read from its bytes.
A message takes it by \`message.uploadId\`; what no message has taken after 24 hours is deleted. 100 MB at most.`;

export const uploadRoutes: Route[] = [
  route({
    method: "post",
    path: "/v1/uploads",
    operation: createUpload,
    tag: "Messages",
    summary: "Upload a file",
    risk: "sends",
    description: description.replaceAll("\n", " "),
    status: 200,
    upload: { part: "file", most: mostBytes, hold: (bytes) => new FileBytes(bytes) },
    errors: ["payload_too_large", "limit_reached"],
  }),
];
