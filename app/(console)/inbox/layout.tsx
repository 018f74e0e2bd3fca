import type { ReactNode } from 'react';
import { PageWords } from '../../page-words.tsx';
import { AboveAccounts } from '../above-accounts.tsx';

export default function InboxLayout({ children }: { children: ReactNode }) {
  return (
    <AboveAccounts>
      <PageWords of={['inbox', 'accounts', 'channels', 'list', 'operations']}>{children}</PageWords>
    </AboveAccounts>
  );
}
