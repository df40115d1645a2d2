export const themeKey = "parley:theme";
export const darkSystem = "(prefers-color-scheme: dark)";

/** Stands before all that a page shows: it is painted in the reader's theme from the start. */
export const themeScript = `(()=>{let theme;try{theme=localStorage.getItem("${themeKey}")}catch{}document.documentElement.classList.toggle("dark",theme==="dark"||theme!=="light"&&matchMedia("${darkSystem}").matches)})()`;
