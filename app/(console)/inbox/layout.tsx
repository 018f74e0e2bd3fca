import type { ReactNode } from 'react';
import { withWords } from '../../page-words.tsx';
import { AboveAccounts } from '../above-accounts.tsx';

const Words = withWords('inbox', 'accounts', 'channels', 'list', 'operations');

export default function InboxLayout({ children }: { children: ReactNode }) {
  return (
    <AboveAccounts>
      <Words>{children}</Words>
    </AboveAccounts>
  );
}
