// A static host of the plainest kind: files as they are, no headers beyond the type, gone is 404.
import { createReadStream, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".wasm": "application/wasm",
  ".svg": "image/svg+xml",
  ".json": "application/json",
  ".webmanifest": "application/manifest+json",
};

/** Serves `dist` under `base` ("/" or "/some/path/"), and `extra` pages by path, all with those headers. Gives the origin and a stop function;
 * `down(true)` cuts every connection, as if the network were off; `serves(folder)` puts another build in the place of `dist`. */
export async function serve(dist, base = "/", extra = {}, headers = {}) {
  let isDown = false;
  const server = createServer((request, response) => {
    if (isDown) return request.socket.destroy();
    const path = decodeURIComponent(new URL(request.url, "http://host").pathname);
    if (extra[path] !== undefined) {
      response.writeHead(200, { "content-type": TYPES[".html"], ...headers });
      return response.end(extra[path]);
    }
    let file = path.startsWith(base) ? normalize(join(dist, path.slice(base.length))) : undefined;
    try {
      if (file?.startsWith(normalize(dist)) && statSync(file).isDirectory()) file = join(file, "index.html");
      const { size } = statSync(file);
      response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream", "content-length": size, ...headers });
      createReadStream(file).pipe(response);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    url: `http://127.0.0.1:${server.address().port}${base}`,
    down: (yes) => void (isDown = yes),
    serves: (folder) => void (dist = folder),
    stop: () => {
      server.closeAllConnections();
      return new Promise((done) => server.close(done));
    },
  };
}
