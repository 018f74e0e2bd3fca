import type { ReactNode } from 'react';
import { PageWords } from '../../page-words.tsx';

export default function SecondFactorLayout({ children }: { children: ReactNode }) {
  return <PageWords of={['profile']}>{children}</PageWords>;
}
