/**
 * The template that is filled in: the chosen one, or the only one there is. One that can no longer be sent gives way to
 * no other, which nobody has chosen.
 */
export function chosenOf<Offer extends { template: { id: number } }>(
  offers: readonly Offer[],
  chosenId: number | undefined,
): Offer | undefined {
  if (chosenId !== undefined) return offers.find(({ template }) => template.id === chosenId);
  return offers.length === 1 ? offers[0] : undefined;
}
