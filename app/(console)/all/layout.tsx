import type { ReactNode } from 'react';
import { AboveAccounts } from '../all-accounts-layout.tsx';

export default function AllAccountsLayout({ children }: { children: ReactNode }) {
  return <AboveAccounts all>{children}</AboveAccounts>;
}
