import type { Journal } from './types.ts';

/**
 * `wrapped` nests fields one level down. `lean` sends almost nothing. `bare` sends only what a document
 * shows, uses its own names for the rest and ignores filters.
 */
export type Dialect = 'plain' | 'nested' | 'sparse' | 'wrapped' | 'lean' | 'bare';

export type AccountState = {
  contract: 'signed' | 'pending';
  locked: boolean;
  ips: string[];
  scopes: string[];
  dialect: Dialect;
  /** Features of document 1 that can be switched off per account; each has its own error code. */
  disabled: string[];
  /** Cents. Null: no limit is configured (PZS206). */
  dailyLimit: number | null;
  /** True when a loopback address may pass document 3's ownership check. */
  ownershipLoopback: boolean;
};

export const DIALECTS: readonly Dialect[] = ['plain', 'nested', 'sparse', 'wrapped', 'lean', 'bare'];

export function initialState(dialect: Dialect, dailyLimit: number): AccountState {
  return {
    contract: 'signed',
    locked: false,
    ips: ['127.0.0.1'],
    scopes: ['DEPOSIT', 'WITHDRAW'],
    dialect,
    disabled: [],
    dailyLimit,
    ownershipLoopback: true,
  };
}

export type Account = {
  state: AccountState;
  initial: AccountState;
  change(part: Partial<AccountState>): void;
};

export function createAccount(journal: Journal, dialect: Dialect, dailyLimit: number): Account {
  const account: Account = {
    state: initialState(dialect, dailyLimit),
    initial: initialState(dialect, dailyLimit),
    change(part) {
      account.state = { ...account.state, ...part };
      journal.append('account', part);
    },
  };
  journal.replay('account', (part: Partial<AccountState>) => {
    account.state = { ...account.state, ...part };
  });
  return account;
}
