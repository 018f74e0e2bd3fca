import type { ReactNode } from 'react';
import { PageWords } from '#components/shell/page-words.tsx';

export default function DeliveriesLayout({ children }: { children: ReactNode }) {
  return <PageWords of={['deliveries', 'resends', 'transactions']}>{children}</PageWords>;
}
