/** Of a company, private ones counted in. */
export const maxMacros = 500;
