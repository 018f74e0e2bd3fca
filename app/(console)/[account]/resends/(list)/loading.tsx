export { ResendsSkeleton as default } from '#components/resends/resends-skeleton.tsx';
