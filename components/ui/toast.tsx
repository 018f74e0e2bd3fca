'use client';

import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react';
import { Icon } from './icon.tsx';

const ToastContext = createContext<(words: string) => void>(() => {});

/** `const toast = useToast(); toast('Link copiado')`: only for what nobody must read. */
export function useToast(): (words: string) => void {
  return useContext(ToastContext);
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<{ words: string; at: number } | null>(null);
  const toast = useCallback((words: string) => setShown({ words, at: Date.now() }), []);
  useEffect(() => {
    if (shown === null) return;
    const timer = setTimeout(() => setShown(null), 4000);
    return () => clearTimeout(timer);
  }, [shown]);
  return (
    <ToastContext value={toast}>
      {children}
      <div className="toast-room" role="status">
        {shown && (
          <p className="toast" key={shown.at}>
            <Icon name="tick" />
            {shown.words}
          </p>
        )}
      </div>
    </ToastContext>
  );
}
