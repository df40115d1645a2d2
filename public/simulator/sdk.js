// Stands in for Meta's script in a sandbox: the same two functions, and the simulator's window instead of Meta's.
(() => {
  const closedPollMs = 200;
  let app = "";
  window.FB = {
    init({ appId }) {
      app = appId;
    },
    login(answered, options) {
      const extras = JSON.stringify(options.extras ?? {});
      const query = new URLSearchParams({ app_id: app, config_id: options.config_id, extras });
      const opened = window.open(`/simulator/sign-up?${query}`, "simulated-sign-up", "popup,width=480,height=760");
      let code = "";
      const listen = (event) => {
        if (event.origin !== location.origin || typeof event.data !== "string") return;
        if (!event.data.startsWith('{"type":"simulated-code"')) return;
        code = JSON.parse(event.data).code;
      };
      window.addEventListener("message", listen);
      const watch = setInterval(() => {
        if (opened && !opened.closed) return;
        clearInterval(watch);
        window.removeEventListener("message", listen);
        answered(code ? { authResponse: { code }, status: "connected" } : { authResponse: null, status: "unknown" });
      }, closedPollMs);
    },
  };
})();
