/** Kinds of accounts, one for each provider API: documents 1, 2 and 3. */
export const ACCOUNT_KINDS = ['pix', 'hub', 'card'] as const;
export type AccountKind = (typeof ACCOUNT_KINDS)[number];
