import type { ReactNode } from 'react';
import { PageWords } from '../../../page-words.tsx';

export default function StatementLayout({ children }: { children: ReactNode }) {
  return (
    <PageWords of={['statement', 'line-words', 'list', 'views', 'transactions', 'payments', 'operations']}>
      {children}
    </PageWords>
  );
}
