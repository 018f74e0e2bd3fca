import type { ReactNode } from 'react';
import { PageWords } from '../../../page-words.tsx';

export default function AccountsLayout({ children }: { children: ReactNode }) {
  return <PageWords of={['accounts', 'doctor']}>{children}</PageWords>;
}
