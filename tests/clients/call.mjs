// What a client of the TypeScript SDK sees: the tools it is listed, what is announced, and the results of calls, as JSON.
// Environment: CLIENT (sdk or client), TARGET ({"url"} or {"command", "args"}), CALLS ([[tool, arguments], ...]).
const { CLIENT, TARGET, CALLS } = process.env;
const target = JSON.parse(TARGET);
const one = CLIENT === "sdk";
const { Client } = await import(one ? "@modelcontextprotocol/sdk/client/index.js" : "@modelcontextprotocol/client");
let transport;
if (target.url) {
  const from = one ? "@modelcontextprotocol/sdk/client/streamableHttp.js" : "@modelcontextprotocol/client";
  transport = new (await import(from)).StreamableHTTPClientTransport(new URL(target.url));
} else {
  const from = one ? "@modelcontextprotocol/sdk/client/stdio.js" : "@modelcontextprotocol/client/stdio";
  transport = new (await import(from)).StdioClientTransport({ ...target, env: process.env, stderr: "ignore" });
}
const client = new Client({ name: "test", version: "1" });
await client.connect(transport);
const { tools } = await client.listTools();
const results = [];
for (const [name, args] of JSON.parse(CALLS)) {
  results.push(await client.callTool({ name, arguments: args }).catch((error) => ({ thrown: String(error) })));
}
const seen = { tools: tools.map((tool) => tool.name), capabilities: client.getServerCapabilities(), results };
process.stdout.write(JSON.stringify(seen), () => process.exit(0));
