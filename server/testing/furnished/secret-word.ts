/**
 * A word in every text of a company's furnished conversation and contact: a text that holds it has been read from them.
 */
export function secretWordOf(companyId: string): string {
  return `quokka${companyId.slice(-12)}`;
}
