export { ResendSkeleton as default } from '#components/resends/page/resend-skeleton.tsx';
