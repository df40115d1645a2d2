/**
 * Parley's launcher for a host page:
 *   <script async src="https://your-parley/widget.js" data-channel="CHANNEL_ID"></script>
 * Draws a button in a closed shadow root, loads the chat in an iframe when it is wanted, and offers
 * window.Parley: open, close, show, hide, identify, on, destroy. Leaves nothing of the host page changed.
 */
{
  const script = document.currentScript;
  const settings = window.parleySettings || {};
  const channel = settings.channel || script?.dataset.channel;
  const source = script?.src || settings.src;
  const before = window.Parley;
  const base = source ? new URL(source).origin : "";
  const root = source ? new URL(".", source).href.replace(/\/$/, "") : "";
  const words = {
    en: {
      open: "Open chat",
      close: "Close chat",
      label: "Chat with us",
      wait: "Connecting…",
      unread: "unread messages",
      dismiss: "Dismiss",
    },
    es: {
      open: "Abrir el chat",
      close: "Cerrar el chat",
      label: "Escríbenos",
      wait: "Conectando…",
      unread: "mensajes sin leer",
      dismiss: "Descartar",
    },
    pt: {
      open: "Abrir o chat",
      close: "Fechar o chat",
      label: "Fale conosco",
      wait: "Conectando…",
      unread: "mensagens não lidas",
      dismiss: "Dispensar",
    },
  };
  const icons = {
    chat: "M21 12a8 8 0 0 1-8 8H4l1.8-3.2A8 8 0 1 1 21 12Z",
    question: "M12 3a9 9 0 1 1 0 18 9 9 0 1 1 0-18ZM9.2 9.3a3 3 0 0 1 5.7 1c0 2-2.9 2.5-2.9 4.2M12 17.6v.01",
    wave: "M7 11.5V6a1.5 1.5 0 0 1 3 0v4-5.5a1.5 1.5 0 0 1 3 0V10 6a1.5 1.5 0 0 1 3 0v5-2a1.5 1.5 0 0 1 3 0v5a7 7 0 0 1-7 7c-3 0-4.6-1.4-6-4l-2-3.6a1.5 1.5 0 0 1 2.6-1.5L7 13.5",
    close: "m7 10 5 5 5-5",
  };
  const styles = `
    :host{all:initial!important;position:fixed!important;z-index:2147483000!important;inset:auto!important;display:block!important;direction:ltr!important}
    :host([hidden]){display:none!important}
    *{box-sizing:border-box;margin:0;font:500 15px/1.4 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
    .launcher,.frame,.greeting{position:fixed;bottom:calc(20px + env(safe-area-inset-bottom,0px))}
    .right .launcher,.right .frame,.right .greeting{right:calc(20px + env(safe-area-inset-right,0px))}
    .left .launcher,.left .frame,.left .greeting{left:calc(20px + env(safe-area-inset-left,0px))}
    .launcher{display:flex;align-items:center;justify-content:center;gap:8px;height:56px;min-width:56px;padding:0;border:0;border-radius:28px;
      background:var(--color);color:var(--on);cursor:pointer;box-shadow:0 1px 3px rgb(0 0 0/.2),0 6px 20px rgb(0 0 0/.18);transition:transform .12s ease-out}
    .launcher:hover{transform:scale(1.04)}.launcher:active{transform:scale(.97)}
    .bar .launcher{padding:0 20px}.bar .launcher span.label{display:inline}
    .launcher .label{display:none}
    .bare .launcher,.bare .greeting{display:none}.bare.open:not(.ready) .launcher{display:flex}
    :focus-visible{outline:3px solid var(--ring);outline-offset:3px}
    svg{width:26px;height:26px;fill:none;stroke:currentColor;stroke-width:1.9;stroke-linecap:round;stroke-linejoin:round}
    .badge{position:absolute;top:-4px;right:-4px;min-width:20px;height:20px;padding:0 6px;border-radius:10px;background:#c81e2b;color:#fff;
      font-size:12px;font-weight:600;line-height:20px;text-align:center}
    .badge[hidden],.greeting[hidden]{display:none}
    .greeting{bottom:calc(88px + env(safe-area-inset-bottom,0px));max-width:min(280px,calc(100% - 40px));display:flex;gap:4px;align-items:flex-start;
      background:var(--panel);color:var(--ink);border-radius:14px;box-shadow:0 0 0 1px rgb(0 0 0/.08),0 6px 20px rgb(0 0 0/.16)}
    .greeting button{border:0;background:none;color:inherit;cursor:pointer;text-align:start;padding:12px 0 12px 14px;border-radius:14px;font-weight:400}
    .greeting span{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:4;overflow:hidden;overflow-wrap:anywhere}
    .greeting button.dismiss{padding:10px 12px 10px 4px;opacity:.7}
    .frame{bottom:calc(88px + env(safe-area-inset-bottom,0px));width:min(400px,calc(100% - 40px));height:min(660px,calc(100% - 112px));
      border-radius:14px;overflow:hidden;background:var(--panel);box-shadow:0 0 0 1px rgb(0 0 0/.08),0 12px 40px rgb(0 0 0/.22);
      visibility:hidden;opacity:0;transform:translateY(8px);transition:opacity .12s ease-out,transform .12s ease-out,visibility 0s .12s}
    .open .frame{visibility:visible;opacity:1;transform:none;transition-delay:0s}
    iframe{display:block;width:100%;height:100%;border:0;color-scheme:normal}
    .wait{position:absolute;inset:0;display:grid;place-content:center;background:var(--panel);color:var(--ink)}.ready .wait{display:none}
    @media (max-width:480px),(max-height:480px){
      .frame,.right .frame,.left .frame{inset:0;width:100%;height:100%;border-radius:0}
      .open.ready .launcher{display:none}
    }
    @media (prefers-reduced-motion:reduce){*{transition:none!important}}
    @media print{:host{display:none!important}}`;

  const listeners = Object.create(null);
  const told = [];
  let config, host, view, launcher, badge, greeting, frame, frameReady, loaded;
  let patience = 0;
  let loadedAt = 0;
  let tries = 0;
  let isOpen = false;
  let isShown = settings.hidden !== true;
  let destroyed = false;
  let identity = null;
  let leaving = false;
  let unread = 0;
  let lastUrl = "";
  let timers = [];

  const emit = (name, detail) => {
    for (const listener of listeners[name] || []) {
      try {
        listener(detail);
      } catch (error) {
        console.error(error);
      }
    }
  };

  /** The host page's own storage; absent where it is forbidden. */
  const kept = (kind, key, value) => {
    try {
      const store = window[kind];
      if (value === undefined) return store.getItem(key);
      if (value === null) store.removeItem(key);
      else store.setItem(key, value);
    } catch {
      return null;
    }
    return null;
  };
  const mark = `parley:${channel}`;

  /** Somebody signed out and the frame has not confirmed it: also on the page before this one. */
  const isLeaving = () => leaving || kept("localStorage", `${mark}:leaving`) !== null;

  /** As the chat itself: the channel's own language, else the first of the browser's that we speak, else the bot's. */
  const language = () => {
    const own = config.appearance.language;
    const wanted = own === "auto" ? [...navigator.languages, config.language] : [own];
    const spoken = wanted.map((tag) => String(tag).toLowerCase().split("-")[0]);
    return words[spoken.find((one) => Object.hasOwn(words, one)) || "en"];
  };

  const luminance = (color) => {
    const channels = [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16) / 255);
    const [r, g, b] = channels.map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };

  /** Black or white, whichever reads better on the company's colour. */
  const readable = (color) => (luminance(color) > 0.18 ? "#000" : "#fff");

  /** A ring in the company's colour, where that can be told from what is around it (3 to 1). */
  const ring = (color, panel, ink) => {
    const [high, low] = [luminance(color), luminance(panel)].sort((a, b) => b - a);
    return (high + 0.05) / (low + 0.05) < 3 ? ink : color;
  };

  /** Forbidden in a sandboxed frame. */
  const cookies = () => {
    try {
      return document.cookie;
    } catch {
      return "";
    }
  };

  const page = () => {
    const cookie = /(?:^|;\s*)_ga=GA\d\.\d+\.([\d.]+)/.exec(cookies());
    let landing = kept("sessionStorage", `${mark}:landing`);
    if (!landing) {
      landing = JSON.stringify([location.href, document.referrer]);
      kept("sessionStorage", `${mark}:landing`, landing);
    }
    const [first, referrer] = JSON.parse(landing);
    return { url: location.href, landing: first, referrer, title: document.title, gaClientId: cookie ? cookie[1] : "" };
  };

  const post = (message) => {
    if (!frameReady) return told.push(message);
    frame.firstChild.contentWindow.postMessage({ parley: "host", ...message }, base);
  };

  const element = (tag, className, attributes = {}) => {
    const made = document.createElement(tag);
    if (className) made.className = className;
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    return made;
  };

  /** Made by hand: pages that require trusted types take no markup. */
  const icon = (name) => {
    const [svg, path] = ["svg", "path"].map((tag) => document.createElementNS("http://www.w3.org/2000/svg", tag));
    svg.setAttribute("viewBox", "0 0 24 24");
    svg.setAttribute("aria-hidden", "true");
    path.setAttribute("d", icons[name] || icons.chat);
    svg.append(path);
    return svg;
  };

  const drawLauncher = () => {
    const text = language();
    const count = unread > 99 ? "99+" : String(unread);
    const label = element("span", "label");
    label.textContent = text.label;
    launcher.replaceChildren(icon(isOpen ? "close" : config.appearance.widgetIcon), label, badge);
    launcher.setAttribute("aria-expanded", String(isOpen));
    launcher.setAttribute(
      "aria-label",
      isOpen ? text.close : unread > 0 ? `${text.open}, ${count} ${text.unread}` : text.open,
    );
    badge.textContent = count;
    badge.hidden = unread === 0 || isOpen;
  };

  /** Made once: in the page's own tree, so that it is a button like any other to assistive technology. */
  const draw = () => {
    const { color, position, widgetStyle, theme } = config.appearance;
    host = element("parley-widget");
    const shadow = host.attachShadow({ mode: "closed" });
    try {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(styles);
      shadow.adoptedStyleSheets = [sheet];
    } catch {
      const style = element("style");
      style.textContent = styles;
      shadow.append(style);
    }
    view = element("div", `${position} ${widgetStyle}`);
    const dark = theme === "dark" || (theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
    const [panel, ink] = dark ? ["#15181b", "#eceff1"] : ["#ffffff", "#1a2328"];
    for (const [name, value] of [
      ["--color", color],
      ["--on", readable(color)],
      ["--ring", ring(color, panel, ink)],
      ["--panel", panel],
      ["--ink", ink],
    ]) {
      view.style.setProperty(name, value);
    }
    launcher = element("button", "launcher", { type: "button", "aria-haspopup": "dialog" });
    badge = element("span", "badge", { "aria-hidden": "true" });
    frame = element("div", "frame");
    launcher.addEventListener("click", () => (isOpen ? close() : open()));
    for (const wish of ["pointerenter", "focus", "touchstart"])
      launcher.addEventListener(wish, load, { once: true, passive: true });
    shadow.addEventListener("keydown", (event) => event.key === "Escape" && isOpen && close());
    view.append(frame, launcher);
    shadow.append(view);
    drawLauncher();
    reveal();
    attach();
  };

  /** A page that hides the launcher may still open the chat. */
  const reveal = () => {
    if (!host) return;
    host.hidden = !isShown && !isOpen;
    view.classList.toggle("bare", !isShown);
  };

  /**
   * Beside the body, which pages replace, and transform, whereupon nothing in it stands where the window ends. Pages
   * that replace all of it must not lose the launcher either.
   */
  const attach = () => {
    if (!destroyed && host && document.body && !host.isConnected) {
      if (loaded) unload();
      document.documentElement.append(host);
    }
    lift();
  };

  /** In a page that is transformed as a whole, only what lies above all of it stands where the window ends. */
  const lift = () => {
    if (!host?.isConnected || !host.showPopover || host.matches(":popover-open")) return;
    const look = getComputedStyle(document.documentElement);
    const moves = ["transform", "translate", "rotate", "scale", "perspective", "contain"].map((name) => look[name]);
    if (moves.every((move) => !move || move === "none") && !/transform|perspective/.test(look.willChange)) return;
    host.popover = "manual";
    host.showPopover();
  };

  /** Over a phone's keyboard: there, neither the frame nor the page hears that less is seen of them. */
  const fit = () => {
    const { height, offsetTop, scale } = window.visualViewport;
    const covered = isOpen && innerHeight - height > 100 && Math.abs(scale - 1) < 0.01;
    const isWhole = matchMedia("(max-width:480px),(max-height:480px)").matches;
    frame.style.cssText = covered && isWhole ? `top:${offsetTop}px;bottom:auto;height:${height}px` : "";
  };

  const load = () => {
    if (loaded || !config || destroyed) return;
    loaded = true;
    const inner = element("iframe", "", {
      title: config.appearance.windowTitle || "Chat",
      allow: "clipboard-write; microphone",
      src: `${root}/widget/${channel}`,
    });
    const wait = element("p", "wait", { role: "status" });
    wait.textContent = language().wait;
    patience = Date.now() + 120_000;
    loadedAt = Infinity;
    inner.addEventListener("load", () => {
      loadedAt = Date.now();
      // A slow phone may take long to draw what has come.
      patience = loadedAt + Math.min(2 ** tries * 30_000, 120_000);
    });
    frame.append(inner, wait);
  };

  const unload = () => {
    loaded = frameReady = false;
    view.classList.remove("ready");
    frame.replaceChildren();
    // Whoever is in a conversation hears of what arrives.
    if (isOpen || identity || kept("localStorage", mark)) load();
  };

  const salute = () => {
    const { saluteTime } = config.appearance;
    const said = config.opening.messages[0];
    if (!saluteTime || !said || kept("sessionStorage", `${mark}:greeted`)) return;
    timers.push(
      setTimeout(() => {
        if (isOpen || destroyed || unread > 0 || kept("localStorage", mark)) return;
        kept("sessionStorage", `${mark}:greeted`, "1");
        greeting = element("div", "greeting", { role: "status" });
        const text = element("button", "", { type: "button" });
        const lines = element("span", "", { dir: "auto" });
        lines.textContent = said.text;
        text.append(lines);
        text.addEventListener("click", open);
        const dismiss = element("button", "dismiss", { type: "button", "aria-label": language().dismiss });
        dismiss.textContent = "×";
        dismiss.addEventListener("click", () => greeting.remove());
        greeting.append(text, dismiss);
        view.append(greeting);
      }, saluteTime * 1000),
    );
  };

  const open = () => {
    if (isOpen || destroyed) return;
    isOpen = true;
    if (!config) return;
    // Who opens it again does not wait for the next try.
    if (loaded && !frameReady && Date.now() - loadedAt > 3000) unload();
    load();
    if (greeting) greeting.remove();
    view.classList.add("open");
    reveal();
    drawLauncher();
    post({ type: "open" });
    if (frame.firstChild) frame.firstChild.focus();
    emit("open");
  };

  const close = () => {
    if (!isOpen) return;
    isOpen = false;
    if (!config) return;
    view.classList.remove("open");
    reveal();
    drawLauncher();
    post({ type: "close" });
    if (isShown) launcher.focus();
    emit("close");
  };

  const heard = {
    ready: () => {
      frameReady = true;
      tries = 0;
      view.classList.add("ready");
      lastUrl = location.href;
      post({ type: "init", open: isOpen, page: page(), leaving: isLeaving(), ...(identity ? { identity } : {}) });
      for (const message of told.splice(0)) post(message);
    },
    close,
    unread: ({ count }) => {
      if (!Number.isSafeInteger(count) || count < 0) return;
      unread = count;
      drawLauncher();
      emit("unread", count);
    },
    message: ({ message }) => emit("message", message),
    // The next page of the visit fetches unread messages without being opened.
    active: ({ active }) => kept("localStorage", mark, active ? "1" : null),
    forgotten: () => {
      leaving = false;
      kept("localStorage", `${mark}:leaving`, null);
    },
    // Somebody signed out, or in, on another page: this one's identity is not theirs.
    left: () => {
      identity = null;
    },
    identified: ({ ok, error }) =>
      emit("identify", { ok: ok === true, error: typeof error === "string" ? error : null }),
  };

  const hear = (event) => {
    if (!loaded || event.origin !== base || !frame.firstChild || event.source !== frame.firstChild.contentWindow)
      return;
    const { data } = event;
    if (data?.parley !== "frame" || !Object.hasOwn(heard, data.type)) return;
    heard[data.type](data);
  };

  /** Single-page apps change the address without loading anything. */
  const watch = () => {
    attach();
    if (leaving) load();
    // What got an error in place of the chat never says a word.
    if (loaded && !frameReady && Date.now() > patience) {
      tries += 1;
      unload();
    }
    if (!frameReady || location.href === lastUrl) return;
    lastUrl = location.href;
    post({ type: "page", page: page() });
  };

  const complain = (error) => {
    console.error(`Parley: ${error instanceof Error ? error.message : error}`);
    emit("error", error);
  };

  /** Asked for until there is an answer: a page may stay open for hours. Undefined: there is no chat here. */
  const configured = async () => {
    for (let attempt = 0; !destroyed; attempt += 1) {
      let final = false;
      try {
        // A line that has died half-way says nothing for minutes. Old browsers know no such limit.
        const signal = window.AbortSignal?.timeout?.(15_000);
        const answer = await fetch(`${root}/widget/v1/${channel}/config`, { credentials: "omit", signal });
        if (answer.ok) return await answer.json();
        final = answer.status !== 408 && answer.status !== 429 && answer.status < 500;
        throw new Error(`the chat is not available here (${answer.status})`);
      } catch (error) {
        if (attempt === 0 || final) complain(error);
        if (final) return;
      }
      // Spread, so that the pages of a busy site do not all come back at once.
      const ms = Math.min(2 ** attempt * 2000, 120_000) * (0.75 + Math.random() / 2);
      await new Promise((resolve) => timers.push(setTimeout(resolve, ms)));
    }
  };

  const start = async () => {
    page();
    config = await configured();
    if (!config || destroyed || !config.appearance.enabled) return;
    draw();
    window.addEventListener("message", hear);
    for (const change of ["resize", "scroll"]) window.visualViewport?.addEventListener(change, fit);
    timers.push(setInterval(watch, 1000));
    if (kept("localStorage", mark) || identity || isLeaving()) (window.requestIdleCallback || setTimeout)(load);
    salute();
    emit("ready");
    if (isOpen) {
      isOpen = false;
      open();
    }
  };

  const api = {
    channel,
    open,
    close,
    show: () => {
      isShown = true;
      reveal();
    },
    hide: () => {
      close();
      isShown = false;
      reveal();
    },
    /** A JWT that your server signed; null when the person signs out. */
    identify: (jwt) => {
      if (jwt !== null && (typeof jwt !== "string" || !jwt)) {
        console.error("Parley: identify takes a signed identity, or null when the person signs out.");
        return;
      }
      identity = jwt;
      if (!jwt) {
        leaving = true;
        kept("localStorage", `${mark}:leaving`, "1");
        kept("localStorage", mark, null);
      }
      load();
      // Until the frame is ready, its first message waits for it with both.
      if (frameReady) post(jwt ? { type: "identify", identity } : { type: "forget" });
    },
    /** Events: ready, open, close, unread, message, identify, error. Answers what takes the listener off again. */
    on: (name, listener) => {
      listeners[name] ||= new Set();
      listeners[name].add(listener);
      return () => listeners[name].delete(listener);
    },
    destroy: () => {
      destroyed = true;
      window.removeEventListener("message", hear);
      for (const change of ["resize", "scroll"]) window.visualViewport?.removeEventListener(change, fit);
      for (const timer of timers) clearInterval(timer);
      timers = [];
      if (host) host.remove();
      if (window.Parley === api) window.Parley = undefined;
    },
    /** How calls made before this script ran were kept: window.Parley = [["open"]]. */
    push: (call) => {
      const [name, ...rest] = Array.isArray(call) ? call : [];
      if (name !== "push" && typeof api[name] === "function") api[name](...rest);
    },
  };
  const begin = () => {
    // An element of the page with that id has the name too.
    if (typeof before?.destroy === "function") before.destroy();
    window.Parley = api;
    if (settings.identity) api.identify(settings.identity);
    for (const call of Array.isArray(before) ? before : []) api.push(call);
    if (document.body) start();
    else document.addEventListener("DOMContentLoaded", start, { once: true });
  };

  // A page that runs the tag twice keeps the launcher it has.
  if (!channel || !source) console.error("Parley: the script tag needs data-channel.");
  else if (before?.channel !== channel) begin();
}
