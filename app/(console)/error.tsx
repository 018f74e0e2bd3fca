'use client';

export { ErrorPanel as default } from '#components/app-shell/page-fallbacks.tsx';
