/** The database's one NOTIFY channel: tells the open pages of every instance what changed. */
export const CHANNEL = 'guiche_changed';
