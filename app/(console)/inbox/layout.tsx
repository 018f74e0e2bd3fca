import type { ReactNode } from 'react';
import { AboveAccounts } from '../above-accounts.tsx';

export default function InboxLayout({ children }: { children: ReactNode }) {
  return <AboveAccounts>{children}</AboveAccounts>;
}
