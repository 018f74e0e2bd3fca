import type { ReactNode } from 'react';
import { AboveAccounts } from '../all-accounts-layout.tsx';

export default function InboxLayout({ children }: { children: ReactNode }) {
  return <AboveAccounts>{children}</AboveAccounts>;
}
