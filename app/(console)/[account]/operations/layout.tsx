import type { ReactNode } from 'react';
import { PageWords } from '../../../page-words.tsx';

export default function OperationsLayout({ children }: { children: ReactNode }) {
  return <PageWords of={['operations', 'list', 'views']}>{children}</PageWords>;
}
