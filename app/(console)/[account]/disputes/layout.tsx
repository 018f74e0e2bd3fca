import type { ReactNode } from 'react';
import { PageWords } from '../../../page-words.tsx';

export default function DisputesLayout({ children }: { children: ReactNode }) {
  return <PageWords of={['disputes', 'operations', 'list', 'views']}>{children}</PageWords>;
}
