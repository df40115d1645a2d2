/** The server that mail leaves by. */
export type MailServer = {
  host: string;
  port: number;
  /** TLS from the first byte (smtps), else STARTTLS where the server offers it. */
  secure: boolean;
  /** Nothing is sent where the server offers no encryption. */
  requireTls: boolean;
  user: string;
  password: string;
};

/** Who mail is from. */
export type MailSender = { name: string; address: string };

const loopback = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * `smtp://user:password@host:587` or `smtps://host`; undefined where it is none. A password leaves this machine only
 * encrypted, unless `?tls=off` says that it may be read on the way.
 */
export function readMailUrl(text: string): MailServer | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const tls = url.searchParams.get("tls") ?? "on";
  if (!["smtp:", "smtps:"].includes(url.protocol) || url.hostname === "" || !["on", "off"].includes(tls))
    return undefined;
  if (!/^\/?$/.test(url.pathname) || url.hash !== "") return undefined;
  const secure = url.protocol === "smtps:";
  try {
    return {
      host: url.hostname.replace(/^\[|\]$/g, ""),
      port: url.port === "" ? (secure ? 465 : 587) : Number(url.port),
      secure,
      requireTls: !secure && tls === "on" && url.username !== "" && !loopback.test(url.hostname),
      user: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
    };
  } catch {
    return undefined;
  }
}

const address = /^[^\s@<>()",;:\\]+@[^\s@<>()",;:\\]+$/;

/** `Parley <inbox@example.com>` or the address alone; undefined where it is neither. */
export function readSender(text: string): MailSender | undefined {
  const [, name = "", named = ""] = /^"?([^"<>\p{Cc}]{0,100}?)"?\s*<([^<>]{3,254})>$/u.exec(text.trim()) ?? [];
  const bare = named === "" ? text.trim() : named.trim();
  return address.test(bare) && bare.length <= 254 ? { name: name.trim(), address: bare } : undefined;
}
