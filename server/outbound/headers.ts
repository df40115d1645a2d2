import { OutboundError } from "./failing.ts";

/** A token of RFC 9110 section 5.6.2. */
const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,256}$/;

/** Visible characters, spaces and tabs; the latin-1 range that HTTP carries. No CR, LF or NUL can pass. */
const headerValue = /^[\t\x20-\x7e\x80-\xff]*$/;

const reserved = new Set([
  "host",
  "content-length",
  "connection",
  "transfer-encoding",
  "keep-alive",
  "upgrade",
  "expect",
  "te",
  "trailer",
  "proxy-authorization",
  "proxy-connection",
]);

/** Whether a header controls the connection: a caller who sets it could smuggle in a second request. */
function isReservedHeader(name: string): boolean {
  return reserved.has(name.toLowerCase());
}

function isHeaderName(name: string): boolean {
  return headerName.test(name);
}

/** The headers of a request, or the refusal of the first that would inject something. */
export function checkedHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const result: Record<string, string> = { "accept-encoding": "identity", "user-agent": "Parley/1.0" };
  for (const [name, value] of Object.entries(headers)) {
    if (!isHeaderName(name) || isReservedHeader(name) || !headerValue.test(value)) {
      throw new OutboundError("invalid_url", "A header of the request is not allowed.");
    }
    if (Object.hasOwn(result, name.toLowerCase())) delete result[name.toLowerCase()];
    result[name] = value;
  }
  return result;
}
