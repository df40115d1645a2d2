/** Per company. */
export const maxRoles = 50;
/** Per role. */
export const maxRoleChannels = 100;
