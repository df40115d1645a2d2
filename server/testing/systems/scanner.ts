import type { AddressInfo } from "node:net";
import net from "node:net";

/** A file that every scanner takes for a virus, by agreement, and that does nothing; in two pieces, for those of this machine. */
export const eicar = Buffer.from(`${"X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-"}${"ANTIVIRUS-TEST-FILE!$H+H*"}`);

type Scanner = {
  url: string;
  /** How many files were looked at. */
  seen: number;
  /** From now on it says this of every file, whatever is in it; undefined: as it is. */
  says: string | undefined;
  /** The most bytes it takes, as StreamMaxLength has it. */
  most: number;
  close: () => Promise<void>;
};

/** The bytes of a stream's pieces that have come whole; `ended` with its last, empty piece. */
function piecesOf(stream: Buffer): { bytes: Buffer; ended: boolean } {
  const parts: Buffer[] = [];
  for (let at = 0; at + 4 <= stream.length; ) {
    const length = stream.readUInt32BE(at);
    if (length === 0) return { bytes: Buffer.concat(parts), ended: true };
    parts.push(stream.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return { bytes: Buffer.concat(parts), ended: false };
}

/** What speaks clamd's INSTREAM and PING, and knows one virus. */
export async function startScanner(port = 0): Promise<Scanner> {
  const sockets = new Set<net.Socket>();
  const scanner: Omit<Scanner, "url" | "close"> = { seen: 0, says: undefined, most: 25 * 1024 * 1024 };
  const server = net.createServer((socket) => {
    sockets.add(socket);
    let come = Buffer.alloc(0);
    const answer = (said: string) => socket.end(`${said}\0`);
    socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
    socket.on("data", (chunk) => {
      come = Buffer.concat([come, chunk]);
      const end = come.indexOf(0);
      if (end < 0 || socket.writableEnded) return;
      const command = come.subarray(0, end).toString("latin1");
      if (command === "zPING") return void answer("PONG");
      if (command !== "zINSTREAM") return void answer("UNKNOWN COMMAND");
      const { bytes, ended } = piecesOf(come.subarray(end + 1));
      if (bytes.length > scanner.most) return void answer("INSTREAM size limit exceeded. ERROR");
      if (!ended) return;
      scanner.seen += 1;
      answer(scanner.says ?? (bytes.includes(eicar) ? "stream: Eicar-Test-Signature FOUND" : "stream: OK"));
    });
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  return Object.assign(scanner, { url: `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`, close });
}
