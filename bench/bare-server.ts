import { createServer } from "node:http";
import pg from "pg";

// The limit that the API is measured against: one indexed read by key over node:http and pg, and nothing else.
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16 });
const [companyId] = (process.env.BENCH_COMPANY ?? "").split(",");

createServer(async (request, response) => {
  const id = request.url?.slice(1) ?? "";
  if (id === "health") return response.writeHead(200).end("ok");
  const result = await pool.query({
    name: "contact",
    text: `select * from contacts where "companyId" = $1 and "id" = $2`,
    values: [companyId, id],
  });
  const body = JSON.stringify(result.rows[0]);
  response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) }).end(body);
}).listen(Number(process.env.PORT), "127.0.0.1");
