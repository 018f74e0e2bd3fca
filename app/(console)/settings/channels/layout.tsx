import type { ReactNode } from 'react';
import { PageWords } from '../../../page-words.tsx';

export default function ChannelsLayout({ children }: { children: ReactNode }) {
  return <PageWords of={['channels']}>{children}</PageWords>;
}
