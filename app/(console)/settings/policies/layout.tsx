import type { ReactNode } from 'react';
import { PageWords } from '../../../page-words.tsx';

export default function PoliciesLayout({ children }: { children: ReactNode }) {
  return <PageWords of={['policies', 'accounts']}>{children}</PageWords>;
}
