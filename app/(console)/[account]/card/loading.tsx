export { CardSkeleton as default } from '#components/card/card-skeleton.tsx';
