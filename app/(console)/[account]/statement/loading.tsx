export { StatementSkeleton as default } from '#components/statement/statement-skeleton.tsx';
