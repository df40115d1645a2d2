import type { SignUpOffer } from "#server/channels/signup/schema.ts";

type LoginAnswer = { authResponse?: { code?: string } | null };
type LoginOptions = {
  config_id: string;
  response_type: "code";
  override_default_response_type: true;
  extras: { setup: object; version: string; featureType: string; sessionInfoVersion: string };
};

/** What is used of Meta's script. */
export type Facebook = {
  init: (options: { appId: string; version: string; xfbml: boolean; autoLogAppEvents: boolean }) => void;
  login: (answered: (answer: LoginAnswer) => void, options: LoginOptions) => void;
};

export type NumberKind = "number" | "phoneApp";

function isFacebook(value: unknown): value is Facebook {
  return typeof value === "object" && value !== null && "init" in value && "login" in value;
}

const present = (): Facebook | undefined => {
  const found: unknown = Reflect.get(window, "FB");
  return isFacebook(found) ? found : undefined;
};

let loading: Promise<Facebook> | undefined;

async function load({ sdkUrl, appId, version }: SignUpOffer): Promise<Facebook> {
  const script = document.createElement("script");
  script.src = sdkUrl;
  script.async = true;
  if (!sdkUrl.startsWith("/")) script.crossOrigin = "anonymous";
  await new Promise((resolve, reject) => {
    script.addEventListener("load", resolve);
    script.addEventListener("error", () => reject(new Error("Meta's script could not be loaded")));
    document.head.append(script);
  });
  const found = present();
  if (!found) throw new Error("Meta's script brought nothing");
  found.init({ appId, version, xfbml: false, autoLogAppEvents: false });
  return found;
}

/** Meta's script, fetched when somebody first wants it; a failure is tried anew with the next press. */
export function facebook(offer: SignUpOffer): Promise<Facebook> {
  loading ??= load(offer).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/**
 * Opens the window: must be called by a press, or the browser stops it. Answers its code, "" where it gave none,
 * undefined where the browser let no window open.
 */
export function openSignUp(meta: Facebook, offer: SignUpOffer, kind: NumberKind): Promise<string | undefined> {
  const featureType = kind === "phoneApp" ? "whatsapp_business_app_onboarding" : "";
  return new Promise((resolve) => {
    // Meta's script says nothing, now or later, when its window was stopped.
    const open = window.open;
    window.open = (...given) => {
      const opened = open.apply(window, given);
      if (!opened) resolve(undefined);
      return opened;
    };
    try {
      meta.login((answer) => resolve(answer.authResponse?.code ?? ""), {
        config_id: offer.configId,
        response_type: "code",
        override_default_response_type: true,
        extras: { setup: {}, version: "v4", featureType, sessionInfoVersion: "3" },
      });
    } finally {
      window.open = open;
    }
  });
}
