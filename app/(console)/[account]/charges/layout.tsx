import type { ReactNode } from 'react';
import { PageWords } from '../../../page-words.tsx';

export default function ChargesLayout({ children }: { children: ReactNode }) {
  return (
    <PageWords
      of={['payments', 'operations', 'list', 'views', 'transactions', 'webhooks', 'deliveries', 'resends']}
    >
      {children}
    </PageWords>
  );
}
