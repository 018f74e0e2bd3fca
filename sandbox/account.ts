import type { Journal } from './types.ts';

/** `wrapped`: one level down; `lean`: next to nothing; `bare`: only what a document shows, other words for what it leaves open, filters ignored. */
export type Dialect = 'plain' | 'nested' | 'sparse' | 'wrapped' | 'lean' | 'bare';

export type AccountState = {
  contract: 'signed' | 'pending';
  locked: boolean;
  ips: string[];
  scopes: string[];
  dialect: Dialect;
  /** Features that document 1 lets an account lack, each with its own code. */
  disabled: string[];
  /** Cents; null: none configured (PZS206). */
  dailyLimit: number | null;
  /** True when an address of this machine may pass document 3's ownership check. */
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
