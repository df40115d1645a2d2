export const themeKey = "parley:theme";
export const darkSystem = "(prefers-color-scheme: dark)";

/**
 * The bar that a browser draws above the page is as the page is: of the two colours that the head names, the light one
 * first, one holds where the theme was chosen by hand. Goes with the page as text, too: it knows nothing outside itself.
 */
export function drawBar(theme: unknown, metas: NodeListOf<HTMLMetaElement>): void {
  for (const [index, meta] of metas.entries()) {
    const own = index === 0 ? "light" : "dark";
    const chosen = theme === "light" || theme === "dark";
    meta.media = chosen ? (theme === own ? "all" : "not all") : `(prefers-color-scheme: ${own})`;
  }
}

export const barColors = 'meta[name="theme-color"]';

/** Stands before all that a page shows: it is painted in the reader's theme from the start. */
export const themeScript = `(()=>{let theme;try{theme=localStorage.getItem("${themeKey}")}catch{}document.documentElement.classList.toggle("dark",theme==="dark"||theme!=="light"&&matchMedia("${darkSystem}").matches);(${drawBar})(theme,document.querySelectorAll('${barColors}'))})()`;
