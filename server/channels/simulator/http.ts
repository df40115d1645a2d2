import { Hono } from "hono";
import { admitAccount, bodyOf, type NodeReader, type NodeWriter, refuse, type SimulatorEnv } from "./answering.ts";
import { accountPart, accountReaders } from "./graph-accounts.ts";
import { mediaPart, mediaReaders } from "./graph-media.ts";
import { messagesPart } from "./graph-messages.ts";
import { exchangeToken, numbersPart } from "./graph-numbers.ts";
import { uploadReaders, uploadsPart } from "./graph-uploads.ts";
import { unknownObject } from "./refusing.ts";
import { templateReaders, templatesPart, templateWriters } from "./templates.ts";

const readers: readonly NodeReader[] = [...accountReaders, ...mediaReaders, ...uploadReaders, ...templateReaders];
const writers: readonly NodeWriter[] = [...templateWriters];

function createSimulatorApp() {
  const app = new Hono<SimulatorEnv>().basePath("/:version{v\\d+\\.\\d+}");
  app.get("/oauth/access_token", exchangeToken);
  app.use("*", admitAccount);
  app.route("/", accountPart);
  app.route("/", messagesPart);
  app.route("/", mediaPart);
  app.route("/", uploadsPart);
  app.route("/", numbersPart);
  app.route("/", templatesPart);
  app.get("/:id", async (c) => {
    const id = c.req.param("id");
    const fields = (c.req.query("fields") ?? "").split(",").filter(Boolean);
    for (const reader of readers) {
      const found = await reader(c.get("account"), id, fields);
      if (found) return c.json(found);
    }
    throw unknownObject(id);
  });
  app.on(["POST", "DELETE"], "/:id", async (c) => {
    const id = c.req.param("id");
    const method = c.req.method === "POST" ? "POST" : "DELETE";
    const body = await bodyOf(c);
    for (const writer of writers) {
      const done = await writer(c.get("account"), id, method, body);
      if (done) return c.json(done);
    }
    throw unknownObject(id);
  });
  app.notFound(() => refuse(unknownObject("")));
  app.onError((error) => refuse(error));
  return app;
}

/** The built-in stand-in for the Graph API, mounted under /simulator/graph where env.simulator is on. */
export const simulatorApp = createSimulatorApp();
