/** Recipients are kept as digits with their country code; people read them with the plus. */
export const shownNumber = (destination: string) => (/^\d{8,15}$/.test(destination) ? `+${destination}` : destination);
