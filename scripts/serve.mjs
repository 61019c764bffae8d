// Serves a folder on this machine only (127.0.0.1 and ::1), for the reader and
// for the tests. node scripts/serve.mjs [options]:
//   --port N        8080; the next free one if taken; 0: any
//   --exact-port    fail instead of taking the next one
//   --root FOLDER   dist
//   --seconds N     stops by itself
//   --cors          Access-Control-Allow-Origin and Cross-Origin-Resource-Policy
//   --isolated      COOP and COEP
//   --csp POLICY    Content-Security-Policy
//   --header 'NAME: VALUE'   any other, repeatable
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize, resolve, sep } from "node:path";
import { pipeline } from "node:stream";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const types = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".map": "application/json; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".wasm": "application/wasm",
  ".safetensors": "application/octet-stream",
};

/** Starts a server; resolves to { port, url, close }. Rejects when no port is free. */
export async function serve({ root, port = 8080, exactPort = false, headers = {} }) {
  const folder = resolve(root);
  const answer = (request, response) => respond(folder, headers, request, response);
  const last = exactPort || port === 0 ? port : Math.min(port + 99, 65535);
  for (let candidate = port; candidate <= last; candidate++) {
    const opened = await open(answer, candidate);
    if (opened) return opened;
  }
  throw new Error(
    exactPort ? `port ${port} is taken` : `no port from ${port} to ${last} is free; give --port`,
  );
}

/** Both loopback addresses on one port, or undefined when one of them is taken. */
async function open(answer, port) {
  const four = await listen(answer, port, "127.0.0.1");
  if (!four) return undefined;
  const chosen = four.address().port;
  const six = await listen(answer, chosen, "::1").catch(() => null);
  if (six === undefined) {
    four.close();
    return port === 0 ? open(answer, 0) : undefined;
  }
  const servers = [four, six].filter(Boolean);
  const close = () => {
    for (const server of servers) {
      server.close();
      server.closeAllConnections();
    }
  };
  return { port: chosen, url: `http://localhost:${chosen}`, close };
}

/** A listening server, or undefined when the port is taken. */
function listen(answer, port, host) {
  return new Promise((done, failed) => {
    const server = createServer(answer);
    server.once("error", (error) =>
      error.code === "EADDRINUSE" ? done(undefined) : failed(error),
    );
    server.listen({ port, host, exclusive: true }, () => done(server));
  });
}

function respond(folder, headers, request, response) {
  if (request.method !== "GET" && request.method !== "HEAD") {
    return refuse(response, 405, "only GET and HEAD");
  }
  const path = fileOf(folder, request.url);
  if (!path) return refuse(response, 404, `not found: ${request.url}`);
  response.writeHead(200, {
    "Content-Type": types[extname(path)] ?? "application/octet-stream",
    "Content-Length": statSync(path).size,
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    ...headers,
  });
  if (request.method === "HEAD") return response.end();
  pipeline(createReadStream(path), response, () => {});
}

/** The file a URL names, or undefined; never one outside the folder. */
function fileOf(folder, url) {
  let path;
  try {
    path = normalize(join(folder, decodeURIComponent(new URL(url, "http://localhost").pathname)));
  } catch {
    return undefined;
  }
  if (path.includes("\0") || !`${path}${sep}`.startsWith(`${folder}${sep}`)) return undefined;
  if (existsSync(path) && statSync(path).isDirectory()) path = join(path, "index.html");
  return existsSync(path) && statSync(path).isFile() ? path : undefined;
}

function refuse(response, status, text) {
  response.writeHead(status, { "Content-Type": "text/plain; charset=utf-8" });
  response.end(`${text}\n`);
}

function headersOf(options) {
  const headers = {};
  if (options.cors) {
    headers["Access-Control-Allow-Origin"] = "*";
    headers["Cross-Origin-Resource-Policy"] = "cross-origin";
  }
  if (options.isolated) {
    headers["Cross-Origin-Opener-Policy"] = "same-origin";
    headers["Cross-Origin-Embedder-Policy"] = "require-corp";
  }
  if (options.csp) headers["Content-Security-Policy"] = options.csp;
  for (const header of options.header ?? []) {
    const [name, ...value] = header.split(":");
    headers[name.trim()] = value.join(":").trim();
  }
  return headers;
}

async function main() {
  const { values } = parseArgs({
    options: {
      port: { type: "string", default: "8080" },
      "exact-port": { type: "boolean", default: false },
      root: { type: "string", default: fileURLToPath(new URL("../dist", import.meta.url)) },
      seconds: { type: "string" },
      cors: { type: "boolean" },
      isolated: { type: "boolean" },
      csp: { type: "string" },
      header: { type: "string", multiple: true },
    },
  });
  if (!existsSync(values.root)) {
    throw new Error(
      `${values.root} does not exist: build it with scripts/play or scripts/build web`,
    );
  }
  const server = await serve({
    root: values.root,
    port: Number(values.port),
    exactPort: values["exact-port"],
    headers: headersOf(values),
  });
  console.log(`\nClearhead: ${server.url} (Ctrl+C ends it)`);
  const stop = () => {
    server.close();
    process.exit(0);
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
  if (values.seconds) setTimeout(stop, Number(values.seconds) * 1000);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main().catch((error) => {
    console.error(`clearhead: ${error.message}`);
    process.exitCode = 1;
  });
}
