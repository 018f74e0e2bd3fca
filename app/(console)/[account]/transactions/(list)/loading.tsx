export { TransactionsSkeleton as default } from '#components/transactions/transactions-skeleton.tsx';
