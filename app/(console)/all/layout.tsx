import type { ReactNode } from 'react';
import { PageWords } from '../../page-words.tsx';
import { AboveAccounts } from '../above-accounts.tsx';

export default function AllAccountsLayout({ children }: { children: ReactNode }) {
  return (
    <AboveAccounts all>
      <PageWords of={['all-accounts', 'overview']}>{children}</PageWords>
    </AboveAccounts>
  );
}
