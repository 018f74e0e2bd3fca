import type { ReactNode } from 'react';
import { PageWords } from '../../page-words.tsx';

export default function NewPasswordLayout({ children }: { children: ReactNode }) {
  return <PageWords of={['invitation', 'set-up']}>{children}</PageWords>;
}
