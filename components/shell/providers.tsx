'use client';

import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ToastProvider } from '#components/ui/toast.tsx';
import { makeQueryClient } from '#lib/api/query-client.ts';
import { AddressDrawn } from './use-address.ts';

export function Providers({ children }: { children: ReactNode }) {
  const [client] = useState(makeQueryClient);
  return (
    <QueryClientProvider client={client}>
      <AddressDrawn />
      <ToastProvider>{children}</ToastProvider>
    </QueryClientProvider>
  );
}
