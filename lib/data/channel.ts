/** The one NOTIFY channel of this database: what changed, told to the pages that are open on any instance. */
export const CHANNEL = 'guiche_changed';
