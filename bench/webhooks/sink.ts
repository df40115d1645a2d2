import http from "node:http";
import type { AddressInfo } from "node:net";

/** A receiver that answers at once and counts; tells its port first, then the count whenever it is asked. */
let count = 0;
let first = 0;
let last = 0;
const server = http.createServer((request, response) => {
  request.resume();
  request.once("end", () => {
    count += 1;
    last = performance.now();
    if (first === 0) first = last;
    response.end("ok");
  });
});
server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on("message", (word) => {
  if (word === "reset") {
    count = 0;
    first = 0;
  }
  process.send?.({ count, perSecond: count > 1 ? ((count - 1) * 1000) / (last - first) : 0 });
});
// It ends with who measures, however that ends.
process.once("disconnect", () => process.exit());
