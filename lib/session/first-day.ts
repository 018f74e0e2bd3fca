/** The steps for a real account's first day, in order. */
export const FIRST_DAY = ['account', 'doctor', 'factor', 'team', 'channels'] as const;
export type FirstDayStep = (typeof FIRST_DAY)[number];
