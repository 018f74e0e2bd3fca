import type { ReactNode } from 'react';
import { PageWords } from '../../../page-words.tsx';

export default function ReportsLayout({ children }: { children: ReactNode }) {
  return <PageWords of={['reports', 'operations', 'list', 'transactions']}>{children}</PageWords>;
}
