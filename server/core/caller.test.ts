import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readTrustedProxies, type TrustedProxies } from "#server/config/trusted-proxies.ts";
import { callerAddress, networkOf } from "./caller.ts";

function trusting(text: string): TrustedProxies {
  const read = readTrustedProxies(text);
  if (!read) throw new Error(`not readable: ${text}`);
  return read;
}

const nobody = trusting("0");

describe("who is calling", () => {
  it.each([
    ["ignores the header where no proxy is trusted", "0", "10.0.0.1", "203.0.113.7", "10.0.0.1"],
    ["ignores it from a proxy that is not trusted", "10.0.0.1", "10.0.0.2", "203.0.113.7", "10.0.0.2"],
    ["takes the entry that the trusted proxy wrote", "10.0.0.1", "10.0.0.1", "203.0.113.7", "203.0.113.7"],
    ["never what the client wrote left of it", "10.0.0.1", "10.0.0.1", "1.1.1.1, 203.0.113.7", "203.0.113.7"],
    ["goes past every trusted one", "10.0.0.0/8", "10.0.0.1", "1.1.1.1,203.0.113.7, 10.9.9.9", "203.0.113.7"],
    ["ends at the client, also when it says it is a proxy", "10.0.0.0/8", "10.0.0.1", "10.0.0.5", "10.0.0.5"],
    ["ends where an entry is no address", "10.0.0.0/8", "10.0.0.1", "203.0.113.7, rubbish, 10.0.0.9", "10.0.0.9"],
    ["ends at a host name", "10.0.0.1", "10.0.0.1", "localhost", "10.0.0.1"],
    ["ends at an address of unusual writing", "10.0.0.1", "10.0.0.1", "0x7f.1", "10.0.0.1"],
    ["stays with the proxy where the header is missing", "10.0.0.1", "10.0.0.1", "", "10.0.0.1"],
    ["counts hops from the right", "1", "10.0.0.1", "1.1.1.1, 203.0.113.7", "203.0.113.7"],
    ["counts several hops", "2", "10.0.0.1", "1.1.1.1, 203.0.113.7, 198.51.100.1", "203.0.113.7"],
    ["ends where there are fewer entries than hops", "3", "10.0.0.1", "203.0.113.7", "203.0.113.7"],
    ["knows mapped addresses", "10.0.0.0/8", "::ffff:10.0.0.1", "::ffff:203.0.113.7", "203.0.113.7"],
    ["knows ranges of mapped addresses", "::ffff:10.0.0.0/104", "10.0.0.1", "203.0.113.7", "203.0.113.7"],
    ["reads entries with a port", "10.0.0.1", "10.0.0.1", "203.0.113.7:4711", "203.0.113.7"],
    ["reads IPv6 entries with a port", "10.0.0.1", "10.0.0.1", "[2001:db8::7]:4711", "2001:db8::7"],
    ["goes by IPv6 proxies", "fd00::/8", "fd00::1", "2001:db8::7, fd12::2", "2001:db8::7"],
  ])("%s [found S3]", (_, proxies, peer, header, expected) => {
    expect(callerAddress(peer, header, trusting(proxies))).toBe(expected);
  });

  it("never believes a client that is not behind a trusted proxy, whatever it writes [found S3]", () => {
    fc.assert(
      fc.property(fc.string(), (header) => {
        expect(callerAddress("203.0.113.9", header, nobody)).toBe("203.0.113.9");
        expect(callerAddress("203.0.113.9", header, trusting("10.0.0.0/8"))).toBe("203.0.113.9");
        expect(callerAddress("10.0.0.1", `${header}, 203.0.113.9`, trusting("10.0.0.0/8"))).toBe("203.0.113.9");
        expect(callerAddress("10.0.0.1", `${header}, 203.0.113.9`, trusting("1"))).toBe("203.0.113.9");
      }),
    );
  });

  it("is unknown where the connection tells nothing", () => {
    expect(callerAddress(undefined, "203.0.113.7", nobody)).toBe("unknown");
    expect(networkOf("unknown")).toBe("unknown");
  });
});

describe("what limits count by", () => {
  it.each([
    ["203.0.113.7", "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["::ffff:cb00:7107", "203.0.113.7"],
    ["2001:db8:1:2::1", "2001:db8:1:2::/64"],
    ["2001:db8:1:2:ffff:ffff:ffff:ffff", "2001:db8:1:2::/64"],
    ["2001:0db8:0001:0002:0000:0000:0000:0001", "2001:db8:1:2::/64"],
    ["::1", "0:0:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ])("%s is of %s [found S3]", (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});

describe("TRUSTED_PROXIES", () => {
  it.each(["", "-1", "11", "many", "10.0.0.1,", "10.0.0.0/33", "fd00::/129", "10.0.0", "*", "::ffff:10.0.0.0/8"])(
    "is not %j [found S3]",
    (text) => {
      expect(readTrustedProxies(text)).toBeUndefined();
    },
  );
});
