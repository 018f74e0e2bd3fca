export { WorkSkeleton as default } from '#components/disputes/work/work-skeleton.tsx';
