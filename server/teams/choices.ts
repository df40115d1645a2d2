/** primary: asked first; secondary: asked where no primary member can take one more. */
export const teamRoles = ["primary", "secondary"] as const;
export type TeamRole = (typeof teamRoles)[number];

/** Per company. */
export const maxTeams = 100;
/** Per team. */
export const maxMembers = 500;
export const maxTeamChannels = 50;

/** Colours that a form offers; a team without one takes the next. */
export const teamColors = [
  ...["#0F766E", "#1D4ED8", "#7C3AED", "#BE185D", "#C2410C", "#A16207", "#4D7C0F", "#0E7490", "#6D28D9", "#B91C1C"],
] as const;
