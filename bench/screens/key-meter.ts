import type { Page } from "@playwright/test";

export type Meter = {
  /** Presses a key that opens a conversation; milliseconds until its thread was painted. */
  press: (key: string) => Promise<number>;
  /** How many of them showed that they were loading on the way. */
  skeletons: () => number;
  /** What a key needs that changes the whole pane for one that is drawn already, without any code of ours. */
  bare: () => Promise<number[]>;
};

type Watched = { ms: number; loading: boolean };

/* In the page: from the key's own time to the frame after the one that holds the wanted thread. */
function install(): void {
  const thread = () => document.querySelector('[aria-label^="Messages with"]');
  const shows = (id: string | undefined) => id !== undefined && (thread()?.textContent?.includes(id) ?? false);
  const idNow = () => /\/inbox\/([0-9a-f-]+)/.exec(location.pathname)?.[1];
  const watch = (key: string) =>
    new Promise<Watched>((resolve) => {
      const before = idNow();
      let loading = false;
      const onKey = (event: KeyboardEvent) => {
        if (event.key !== key) return;
        removeEventListener("keydown", onKey, true);
        const look = () => {
          const id = idNow();
          loading ||= id !== before && document.querySelector("[data-thread-skeleton]") !== null;
          if (id === before || !shows(id)) return void requestAnimationFrame(look);
          setTimeout(() => resolve({ ms: performance.now() - event.timeStamp, loading }));
        };
        requestAnimationFrame(look);
      };
      addEventListener("keydown", onKey, true);
    });
  // Armed before the key is pressed: keys and calls reach the page by two ways.
  Object.assign(window, { armNext: (key: string) => void Object.assign(window, { next: watch(key) }) });
}

type Watching = { armNext: (key: string) => void; next: Promise<Watched> };

/* In the page: the pane as it stands, and a page of nothing but it and its styles. */
function picture(): { html: string; styles: string } {
  const styles = [...document.querySelectorAll('link[rel="stylesheet"], style')].map((one) => one.outerHTML).join("");
  return { html: document.querySelector("#content")?.outerHTML ?? "", styles };
}

const rounds = 60;
const lateMs = 20_000;

async function bareOf(page: Page, meter: Pick<Meter, "press">): Promise<number[]> {
  const first = await page.evaluate(picture);
  await meter.press("j");
  const second = await page.evaluate(picture);
  const bare = await page.context().newPage();
  await bare.setViewportSize(page.viewportSize() ?? { width: 1440, height: 900 });
  const address = new URL("/bare-pictures", page.url()).href;
  await bare.route(address, (route) =>
    route.fulfill({ contentType: "text/html", body: `<!doctype html>${first.styles}<body>${first.html}</body>` }),
  );
  await bare.goto(address);
  await bare.evaluate(
    (pictures) => {
      const taken: number[] = [];
      Object.assign(window, { taken });
      addEventListener("keydown", (event) => {
        document.body.innerHTML = pictures[(taken.length + 1) % 2] ?? "";
        requestAnimationFrame(() => setTimeout(() => taken.push(performance.now() - event.timeStamp)));
      });
    },
    [first.html, second.html],
  );
  for (let round = 0; round < rounds; round += 1) {
    await bare.keyboard.press("j");
    await bare.waitForTimeout(100);
  }
  return bare.evaluate(() => (window as unknown as { taken: number[] }).taken);
}

/** Measures keys of a page of the inbox from inside. */
export async function watchKeys(page: Page): Promise<Meter> {
  await page.evaluate(install);
  let skeletons = 0;
  const press = async (key: string) => {
    await page.evaluate((wanted) => (window as unknown as Watching).armNext(wanted), key);
    await page.keyboard.press(key);
    const late = new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error(`${key} opened nothing at ${page.url()}`)), lateMs).unref();
    });
    const watched = page.evaluate(() => (window as unknown as Watching).next);
    const { ms, loading } = await Promise.race([watched, late]);
    if (loading) skeletons += 1;
    return ms;
  };
  return { press, skeletons: () => skeletons, bare: () => bareOf(page, { press }) };
}
