import { createHash } from "node:crypto";
import { listConversations } from "#server/conversations/list/listing.ts";
import { systemActor } from "#server/core/actor.ts";
import type { Company } from "./dataset.ts";
import { measureBoth } from "./measuring.ts";
import type { Report } from "./report.ts";

type Case = { name: string; query: (company: Company) => Record<string, string> };

const md5 = (value: number) => createHash("md5").update(String(value)).digest("hex");
const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString();

/** Every single filter and every sort of the contract, first page. */
const cases: Case[] = [
  { name: "no filter", query: () => ({}) },
  ...["opened", "closed", "inactive"].map((status) => ({ name: `status=${status}`, query: () => ({ status }) })),
  ...["WEB", "WHATSAPP", "INSTAGRAM", "WEB,FACEBOOK"].map((channel) => ({
    name: `channel=${channel}`,
    query: () => ({ channel }),
  })),
  ...["vip", "was_intervened", "absent"].map((tags) => ({ name: `tags=${tags}`, query: () => ({ tags }) })),
  { name: "agent=id", query: ({ userId }) => ({ agent: userId }) },
  { name: "agent=rare id", query: ({ otherId }) => ({ agent: otherId }) },
  { name: "agent=robot", query: () => ({ agent: "robot" }) },
  { name: "preAssigned", query: ({ otherId }) => ({ preAssigned: otherId }) },
  ...["intervened", "not_intervened", "lead"].map((condition) => ({
    name: `condition=${condition}`,
    query: () => ({ condition }),
  })),
  { name: "phase", query: ({ phaseIds }) => ({ phase: phaseIds[2] ?? "" }) },
  { name: "search=message text", query: ({ rows }) => ({ search: md5(Math.floor(rows / 2) * 7).slice(0, 10) }) },
  { name: "search=name", query: () => ({ search: md5(1).slice(0, 12) }) },
  { name: "search=phone", query: ({ rows }) => ({ search: `549110${String(Math.floor(rows / 3)).padStart(7, "0")}` }) },
  { name: "fromDate", query: () => ({ fromDate: day(90.5) }) },
  { name: "toDate", query: () => ({ toDate: day(200.25) }) },
  { name: "fromDate..toDate", query: () => ({ fromDate: day(100.5), toDate: day(70.25) }) },
  { name: "utmSource", query: () => ({ utmSource: "google" }) },
  { name: "utmSource=rare", query: () => ({ utmSource: "newsletter" }) },
  { name: "utmMedium", query: () => ({ utmMedium: "cpc" }) },
  ...["createdAt", "lastMessageAt", "updatedAt", "amount", "visitorName"].flatMap((field) =>
    ["asc", "desc"].map((order) => ({ name: `sort=${field}:${order}`, query: () => ({ sort: `${field}:${order}` }) })),
  ),
];

/** The first page of a company, and how many rows it has. */
function firstPage(company: Company, query: Record<string, string>) {
  const page = { companyId: company.companyId, rows: 0 };
  const call = async () => {
    page.rows = (await listConversations.execute(systemActor(company.companyId), query)).data.length;
  };
  return Object.assign(page, { call });
}

/** First pages at a million conversations against ten thousand: time at most 1.5 times, at most 200 buffers. */
export async function benchLists(big: Company, small: Company, report: Report): Promise<void> {
  let worst = 0;
  let most = 0;
  for (const { name, query } of cases) {
    const [bigs, smalls] = [firstPage(big, query(big)), firstPage(small, query(small))];
    const { large, little, ratio } = await measureBoth(bigs, smalls);
    // A few rows take less than a page of them: the same work is compared.
    const isSame = bigs.rows === smalls.rows;
    if (isSame) worst = Math.max(worst, ratio);
    most = Math.max(most, large.buffers);
    const verdict = (!isSame || ratio <= 1.5) && large.buffers <= 200 ? "" : "  <-- over the limit";
    report.line(
      `list ${name}: ${large.ms.toFixed(2)} ms at 1,000,000 / ${little.ms.toFixed(2)} ms at 10,000 = ${ratio.toFixed(2)}, ${large.buffers} buffers${isSame ? "" : `, ${bigs.rows} rows and ${smalls.rows}`}${verdict}`,
    );
  }
  report.limit("slowest list, 1,000,000 : 10,000", worst, "at most", 1.5);
  report.limit("most buffers of a first page", most, "at most", 200);
}
