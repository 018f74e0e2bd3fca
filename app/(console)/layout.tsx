export { Providers as default } from '#components/app-shell/providers.tsx';
