import type { ReactNode } from 'react';
import { AboveAccounts } from '../above-accounts.tsx';

export default function AllAccountsLayout({ children }: { children: ReactNode }) {
  return <AboveAccounts all>{children}</AboveAccounts>;
}
