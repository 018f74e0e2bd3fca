import type { ReactNode } from 'react';
import { PageWords } from '../../../../page-words.tsx';

export default function OperationLayout({ children }: { children: ReactNode }) {
  return <PageWords of={['payments']}>{children}</PageWords>;
}
