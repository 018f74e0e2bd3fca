import type { ReactNode } from 'react';
import { PageWords } from '../../../page-words.tsx';

export default function TransactionsLayout({ children }: { children: ReactNode }) {
  return (
    <PageWords of={['list', 'transactions', 'views', 'deliveries', 'resends', 'payments', 'operations']}>
      {children}
    </PageWords>
  );
}
