import type { ReactNode } from 'react';
import { AboveAccounts } from '../all-accounts-layout.tsx';

export default function SettingsLayout({ children }: { children: ReactNode }) {
  return <AboveAccounts>{children}</AboveAccounts>;
}
