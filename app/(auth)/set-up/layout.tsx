import type { ReactNode } from 'react';
import { PageWords } from '../../page-words.tsx';

export default function SetUpLayout({ children }: { children: ReactNode }) {
  return <PageWords of={['set-up']}>{children}</PageWords>;
}
