export { NotFoundPage as default } from '#components/app-shell/page-fallbacks.tsx';
