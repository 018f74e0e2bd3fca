import type { ReactNode } from 'react';
import { withWords } from '../../page-words.tsx';
import { AboveAccounts } from '../above-accounts.tsx';

const Words = withWords('all-accounts', 'overview');

export default function AllAccountsLayout({ children }: { children: ReactNode }) {
  return (
    <AboveAccounts all>
      <Words>{children}</Words>
    </AboveAccounts>
  );
}
