import type { ReactNode } from 'react';
import { PageWords } from '../../../page-words.tsx';

export default function ApprovalsLayout({ children }: { children: ReactNode }) {
  return <PageWords of={['inbox', 'accounts', 'operations']}>{children}</PageWords>;
}
