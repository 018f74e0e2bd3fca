export { DeliveriesSkeleton as default } from '#components/deliveries/deliveries-skeleton.tsx';
