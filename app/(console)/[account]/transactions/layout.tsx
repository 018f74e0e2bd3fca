import type { ReactNode } from 'react';
import { PageWords } from '#components/shell/page-words.tsx';

export default function TransactionsLayout({ children }: { children: ReactNode }) {
  return <PageWords of={['transactions', 'views', 'deliveries', 'resends']}>{children}</PageWords>;
}
