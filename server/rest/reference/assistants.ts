import { html, type Markup, prose } from "./markup.ts";
import type { Texts } from "./texts.ts";

const json = (value: unknown) => JSON.stringify(value, null, 2);

/** How the common hosts are told of the server: what to run, or what goes into which file. */
function hosts(url: string, texts: Texts): { name: string; code: string }[] {
  const authorization = { Authorization: "Bearer sk_live_…" };
  return [
    {
      name: "Claude Code",
      code: `claude mcp add --transport http parley "${url}" --header "Authorization: Bearer $PARLEY_TOKEN"`,
    },
    {
      name: "Cursor (~/.cursor/mcp.json)",
      code: json({
        mcpServers: { parley: { url, headers: { Authorization: `Bearer \${env:PARLEY_TOKEN}` } } },
      }),
    },
    {
      name: "VS Code (.vscode/mcp.json)",
      code: json({
        inputs: [{ type: "promptString", id: "parley", description: "Parley API token", password: true }],
        servers: { parley: { type: "http", url, headers: { Authorization: `Bearer \${input:parley}` } } },
      }),
    },
    {
      name: texts.assistants.onlyCommands,
      code: json({
        mcpServers: {
          parley: {
            command: "npx",
            args: ["mcp-remote", url, "--header", `Authorization:\${PARLEY_AUTHORIZATION}`],
            env: { PARLEY_AUTHORIZATION: authorization.Authorization },
          },
        },
      }),
    },
    {
      name: "OpenAI Responses API",
      code: json({
        tools: [
          { type: "mcp", server_label: "parley", server_url: url, headers: authorization, require_approval: "always" },
        ],
      }),
    },
    {
      name: "TypeScript (@modelcontextprotocol/client)",
      code: `const client = new Client({ name: "mine", version: "1.0.0" });
await client.connect(new StreamableHTTPClientTransport(new URL("${url}"), {
  requestInit: { headers: { Authorization: \`Bearer \${token}\` } },
}));
const { tools } = await client.listTools();
const page = await client.callTool({ name: "conversations_list", arguments: { status: "opened", limit: 5 } });`,
    },
  ];
}

/** The guide for assistants: what the server of the Model Context Protocol offers, and how to connect to it. */
export function assistants(origin: string, texts: Texts): Markup {
  const words = texts.assistants;
  const url = `${origin}/mcp`;
  const parts = [
    [words.tokenTitle, words.token],
    [words.choiceTitle, words.choice],
    [words.riskTitle, words.risk],
    [words.resourcesTitle, words.resources],
  ] as const;
  return html`<h1>${texts.titles.assistants}</h1><p>${prose(words.about.replace("{url}", url))}</p>
${parts.map(([title, text]) => html`<h2>${title}</h2><p>${prose(text)}</p>`)}
<h2>${words.hostsTitle}</h2>
${hosts(url, texts).map(({ name, code }) => html`<h3>${name}</h3><pre tabindex="0" aria-label="${name}">${code}</pre>`)}`;
}
